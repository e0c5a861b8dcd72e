/** A query that reads otherwise than it works: as the reference's would, which finds the same in another way. */
import { explainAsConstant } from '../explain/explain_weight.js';
import type { Query } from '../query.js';

/** `text` is made when somebody wants to read it; `explained` stands where a score is told. */
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
