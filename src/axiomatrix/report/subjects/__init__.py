"""Subjects: each makes a document of a result, and knows of no renderer."""
