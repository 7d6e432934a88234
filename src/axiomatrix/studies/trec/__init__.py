"""TREC runs and judgements: read, turned into judged lists, and evaluated by the definitions of the catalogue."""
