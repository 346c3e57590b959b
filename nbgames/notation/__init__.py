"""Matches as text: ASCII boards, records, addresses, SGF; a printer beside each reader."""
