"""What the verifier says of a certificate that it does not believe."""


class Refused(ValueError):
    """The certificate does not prove what it says, with the first reason found."""


class NotDecided(Refused):
    """Nothing is wrong with the certificate as far as the verifier can tell, but this is not what it can decide."""
