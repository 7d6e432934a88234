"""Answers to questions, as text: a card, a comparison, a choice."""
