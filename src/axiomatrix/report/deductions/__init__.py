"""What theorems say of the cells of a matrix, for a terminal and as a page."""
