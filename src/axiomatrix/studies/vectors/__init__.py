"""Test vectors of a metric: a few inputs with their values that tell it from wrong implementations."""
