"""For which values of a parameter a metric satisfies an axiom, asked of a catalogue's row or of a user's."""
