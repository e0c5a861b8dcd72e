/** Matches every document; each scores the boost. */
import { docSetWeight } from '../doc_set_weight.js';
import { AllDocs } from '../iterators/all_docs.js';
import type { Query } from '../query.js';
import { EVERYTHING } from '../selection.js';

export function matchAllQuery(): Query {
  const query: Query = {
    kind: 'match_all',
    isEverything: true,
    isCountedAtOnce: true,
    hasFewNumbers: true,
    profileName: 'MatchAllDocsQuery',
    toString: () => '*:*',
    rewrite: () => query,
    createWeight: (_searcher, _needsScores, boost) =>
      docSetWeight(
        {
          docSet: ({ maxDoc }) => ({ cost: maxDoc, docs: () => new AllDocs(maxDoc) }),
          kernel: () => ({ kind: 'all' }),
          count: (segment) => segment.liveCount,
          selection: EVERYTHING,
        },
        boost,
      ),
  };
  return query;
}
