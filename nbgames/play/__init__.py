"""A match as a value, a table at which it is played, and the sentences of a board."""
