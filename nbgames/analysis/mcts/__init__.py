"""Monte-Carlo tree search with RAVE: trees on flat buffers, playouts with local replies."""
