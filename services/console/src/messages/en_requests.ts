/** English texts of the page Requests about comparisons. */
export const EN_REQUESTS = {
  'requests.pin': 'Keep beside the next',
  'requests.pinned': 'Answer of before',
  'rank.open': 'Compare two queries',
  'rank.title': 'Compare two queries by judgments',
  'rank.tab': 'Judgments',
  'rank.query.a': 'Query A',
  'rank.query.b': 'Query B',
  'rank.judgments':
    'Judgments: the id of a document and how much it is wanted (0 to 3), one a line',
  'rank.wrong': 'These lines are no judgments: {lines}',
  'rank.metric': 'Measured by',
  'rank.metric.dcg': 'Order (nDCG of the first 10)',
  'rank.metric.precision': 'Share of wanted ones among the first 10',
  'rank.metric.recall': 'Share of the wanted ones that are among the first 10',
  'rank.metric.mean_reciprocal_rank': 'How early the first wanted one comes',
  'rank.run': 'Measure',
  'rank.score.a': 'A: {score}.',
  'rank.score.b': 'B: {score}.',
  'rank.place': 'Place',
  'rank.rating': 'How much {id} is wanted',
  'rank.again': 'Documents that are judged here count when it is measured again.',
} as const;
