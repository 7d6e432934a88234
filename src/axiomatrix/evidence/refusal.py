"""Exceptions of the independent checker. They are defined here because methods catch them but must not import it."""


class Refused(ValueError):
    """The certificate does not prove what it says, with the first reason found."""


class NotDecided(Refused):
    """The checker found no error in the certificate, but cannot decide whether it is valid."""
