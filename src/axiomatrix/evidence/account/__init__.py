"""The account of a witness: everything there is to say of it, made once for every report."""
