/**
 * A query whose text differs from how it works: it prints like OpenSearch's query, which finds the
 * same documents in another way.
 */
import { explainAsConstant } from '../explain/explain_weight.js';
import type { Query } from '../query.js';

/** `text` is called when the text is needed; `explained` is used in explanations of scores. */
export function describedQuery(text: () => string, inner: Query, explained = text): Query {
  const query: Query = {
    ...inner,
    toString: text,
    rewrite(searcher) {
      const rewritten = inner.rewrite(searcher);
      if (rewritten === inner) return query;
      const isPlain = rewritten.isNothing || rewritten.isEverything;
      return isPlain ? rewritten : describedQuery(text, rewritten, explained);
    },
    createWeight(searcher, needsScores, boost) {
      const weight = searcher.createWeight(inner, needsScores, boost);
      return { ...weight, explain: (place) => explainAsConstant(explained(), weight, place) };
    },
  };
  return query;
}
