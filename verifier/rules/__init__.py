"""What the Comprehensive Rules say about a board: concrete and fast, one module a chapter."""
