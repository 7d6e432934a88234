"""Exceptions of the independent checker. They are defined here because methods catch them but must not import it."""


class Refused(ValueError):
    """The certificate does not prove what it says, with the first reason found."""


class NotDecided(Refused):
    """Nothing is wrong with the certificate as far as the checker can tell, but this is not what it can decide."""
