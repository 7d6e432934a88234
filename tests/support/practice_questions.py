"""What people type who have one of the twelve defects, by topic.

``TUNED`` was at hand when the words of ``catalogue/practice_words.py`` were chosen. ``HELD_OUT`` was written before
them and tried afterwards: 70 of its 72 questions found their topic at once.
"""

TUNED = {
    "duplicates": """ndcg greater than 1 in my pipeline
recall@10 over 100%
duplicate doc ids in run file
same document retrieved twice
why is my recall above 1
nDCG > 1 how
document appears twice in the ranking
should I dedupe results before computing ndcg
my hit rate is 1.2
ndcg@10 = 1.63 how is that possible
repeated ids in retrieved list
chunks of the same document counted several times
precision exceeds one
MAP larger than 1.0 in my code""",
    "ideal": """idcg computed from retrieved documents
ndcg is 1 although relevant documents are missing
ideal dcg only uses top k results
ideal ranking from qrels or from the run
ndcg does not penalize missing relevant documents
IDCG wrong
should idcg include documents that were not retrieved
perfect ndcg but recall is low
ndcg 1.0 when only one of ten relevant found
sorted relevance of predictions as ideal
max dcg over retrieved or all relevant""",
    "ties": """sklearn ndcg_score ties
constant model gets ndcg 1
all scores equal gives perfect AP
tie breaking in trec_eval
same score for every item
how are tied scores handled
dummy predictor has perfect mrr
hits@10 with ties optimistic vs pessimistic
model predicts all zeros and ranks first
ranking metric depends on input order
collapsed embeddings give MRR of 1
argsort stable ties ndcg
equal scores sort order""",
    "divisor": """AP@k divided by k or number of relevant
map@k denominator
average precision at k min(k, R)
kaggle mapk vs trec_eval map_cut
what do I divide by in MAP@10
normalize average precision by total relevant
AP@10 cannot reach 1
map@k formula min(m,k)
divide by number of hits or number of relevant documents
torchmetrics retrieval map top_k denominator
average precision normalization
AP@5 different between ranx and my code""",
    "missing-queries": """missing qids trec_eval -c
queries with no results are skipped
mean over queries that returned something
trec_eval averages only queries in run
what happens with queries missing from the run
topics not in run file
number of queries averaged num_q
pytrec_eval skips queries
query without results counts as zero
should unanswered queries count as 0
ir_measures missing queries average""",
    "nothing-relevant": """AP is 0 when there are no positives
recall nan no relevant documents
ndcg of query without relevant docs
division by zero in recall
no ground truth for query
0/0 recall
average precision no positive labels
ndcg idcg is zero
queries with empty qrels
all labels are zero ndcg returns 0 or 1
torchmetrics empty_target_action
what should recall be when nothing is relevant
lightgbm ndcg 1 for all zero labels""",
    "gain": """2^rel-1 or rel
exponential or linear gain
ndcg differs between sklearn and trec_eval
burges dcg vs jarvelin dcg
ndcg_score linear gain
which gain function for ndcg
dcg formula with powers of two
sklearn ndcg different from lightgbm
2**rel - 1
why do two libraries give different ndcg
label_gain lightgbm
industrial dcg formula vs original""",
    "negative": """negative relevance
ndcg below 0
negative grades in qrels
relevance -1 ndcg
sklearn ndcg_score negative y_true
spam grade -2
ndcg less than zero
nDCG of -0.5
harmful documents negative gain
dislikes as negative labels
minus one relevance label""",
    "one-document": """ndcg always 1 with one document
single document per query
ndcg of a list of length 1
all documents equally relevant ndcg 1
only one candidate per query
Computing NDCG is only meaningful when there is more than 1 document
all labels the same ndcg
one item groups ndcg 1
every document relevant
sessions with one impression
ndcg perfect when all relevant""",
    "context-precision": """ragas context precision
context precision ragas vs average precision
is context precision the same as precision@k
contextual precision deepeval
context recall definition
llama index context precision
context_precision order of chunks
RAG retrieval precision metric
how is context precision calculated
contextual recall
context precision is 0.99 not 1""",
    "rbo": """rbo p parameter
rbo with ties
rbo of lists with different lengths
rank biased overlap above 1
what p for RBO
rbo extrapolated
rbo_ext uneven lists
RBO greater than 1 on my lists
rbo of identical lists is not 1
rank-biased overlap choose p
rbo min res
rbo tied ranks""",
    "tau": """kendall tau of constant predictions
tau-b vs tau-c which one
tau a or tau b in scipy
scipy kendalltau ties
scipy weightedtau rank or scores
kendalltau returns nan
pandas corr kendall variant
weighted tau top or bottom
kendall tau nan for constant input
kendall tau less than 1 for identical rankings with ties
stuart's tau c in scipy
which kendall tau does pandas use
weightedtau gives weight to the wrong end""",
}
HELD_OUT = {
    "duplicates": """ndcg score returns value more than 1
recall bigger than one in my code
multiple passages from one doc inflate recall
how to handle duplicated results in evaluation
retriever returns identical chunks
trec_eval duplicate docno error
non-unique doc ids""",
    "ideal": """nDCG normalizes by sorting the returned list
ideal ordering uses ground truth or predictions
normalisation constant of dcg
ndcg ignores relevant docs that I failed to retrieve
how to compute idcg
ndcg doesn't drop when a relevant doc is not found""",
    "ties": """identical predictions for all items yields 1.0
rank with ties average or min
random tie breaking in evaluation
untrained model has 100% hit rate because all logits are equal
filtered ranking ties in knowledge graph completion
results change when I shuffle the documents""",
    "divisor": """ap at k perfect ranking less than 1
which definition of MAP@k is right
number of relevant docs greater than k in AP@k
mapk ml_metrics implementation
average precision: divide by retrieved relevant or all relevant
MAP@12 kaggle formula""",
    "missing-queries": """run file does not contain all topics
some queries returned nothing, how to average
beir evaluate drops queries
which topics are averaged
retriever timeout for a query excluded from mean
complete rel info wanted -c flag""",
    "nothing-relevant": """undefined metric no relevant
ZeroDivisionError when relevant set is empty
roc auc no positives in the group
xgboost ndcg- map- minus groups without positives
users with no test items
nan in mean reciprocal rank because of no labels
relevant_ids = []""",
    "gain": """pow(2, rel) - 1 in DCG
ndcg mismatch ranx and pytrec_eval
xgboost ndcg_exp_gain
which nDCG formula is the correct one
ndcg_burges
traditional vs microsoft dcg""",
    "negative": """TREC web track judgments of -2
ndcg_score returned a negative number
can relevance scores be negative
ratings centered around zero ndcg
thumbs down labels as -1""",
    "one-document": """group size 1 lightgbm
queries with a single result score 1.0
all grades identical
ndcg_score error only 1 document
if all candidates are positives AP is 1
user with one item""",
    "context-precision": """LLMContextPrecisionWithReference
trulens context relevance precision
does rank of contexts matter in ragas
ragas precision lower when more relevant chunks
non llm context precision""",
    "rbo": """rank biased overlap unequal length rankings
higher p more top weighted in rbo?
rbo python package wrong value
rbo residual
rbo for short lists
rank biased overlap two identical rankings less than one""",
    "tau": """kendall rank correlation ties in ranks
tau with tied ranks
goodman kruskal gamma or tau-b for ties
weightedtau with ranks instead of scores
kendall correlation variant in pandas
kendall's tau all values equal""",
}
SEVERAL = {
    "ndcg always 1 with one relevant document retrieved": {"ideal", "one-document"},
    "ndcg outside [0, 1]": {"duplicates", "negative"},
    "my ndcg is always 1": {"ideal", "one-document", "ties"},
    "duplicate contexts in ragas": {"duplicates", "context-precision"},
}
"""Questions that more than one topic answers: one of them leads, and another is named."""
