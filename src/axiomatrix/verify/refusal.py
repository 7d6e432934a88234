"""What the verifier says of a certificate that it does not believe."""


class Refused(ValueError):
    """The certificate does not prove what it says, with the first reason found."""
