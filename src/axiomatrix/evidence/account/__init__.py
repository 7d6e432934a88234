"""Accounts of witnesses: everything that a report shows of one, made once for all reports."""
