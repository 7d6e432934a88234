"""The generated pages of the documentation: from the registry and the committed reports to Markdown.

Nothing here needs mkdocs; ``docs/_hooks.py`` hands what :func:`pages.everything` gives to it.
"""
