"""Cells of the matrix as theorems in the language of Rocq, and the kernel that checks them."""
