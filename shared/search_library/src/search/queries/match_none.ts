/** Matches no document. The reason is shown in profiles and explanations. */
import { docSetWeight } from '../doc_set_weight.js';
import { unmatched } from '../explain/explanation.js';
import type { Query } from '../query.js';

export function matchNoneQuery(reason: string): Query {
  const query: Query = {
    kind: 'match_none',
    isNothing: true,
    isByField: true,
    hasFewNumbers: true,
    mayMatchNested: () => false,
    requiredTerms: () => [],
    profileName: 'MatchNoDocsQuery',
    toString: () => `MatchNoDocsQuery("${reason}")`,
    rewrite: () => query,
    createWeight: () => ({
      ...docSetWeight({ docSet: () => null, count: () => 0 }, 0),
      explain: () => unmatched(reason),
    }),
  };
  return query;
}
