"""Scores of judged lists as distances from the ideal list: the sources' question for MAP, ERR and NDCG."""
