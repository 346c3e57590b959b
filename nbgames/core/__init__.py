"""Values under every game: sites, boards, positions, kernels, and rules as records."""
