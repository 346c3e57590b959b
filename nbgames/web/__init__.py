"""Pages that play without Python, and the one bundler of the page's modules."""
