"""Boards, graphs and answers as pictures: SVG, PNG, GIF, PDF, matplotlib."""
