"""Random games by the million: bit-parallel, on machine words, one after another."""
