/** The matches of a query at one level of the blocks. In a segment without nested documents it is the query itself. */
import type { Query, ScorerSupplier, Weight } from '../query.js';
import { type BlockLevel, levelDocs } from './block_level.js';
import { LevelScorer } from './level_scorer.js';

export interface AtLevelQuery extends Query {
  readonly kind: 'at_level';
  readonly query: Query;
  readonly level: BlockLevel;
}

export function atLevelQuery(inner: Query, level: BlockLevel): AtLevelQuery {
  const query: AtLevelQuery = {
    kind: 'at_level',
    query: inner,
    level,
    children: [inner],
    toString: () => `+(${inner}) #${levelText(level)}`,
    rewrite(searcher) {
      const rewritten = searcher.rewrite(inner);
      if (rewritten.kind === 'match_none') return rewritten;
      return rewritten === inner ? query : atLevelQuery(rewritten, level);
    },
    createWeight: (searcher, needsScores, boost) =>
      atLevelWeight(inner.createWeight(searcher, needsScores, boost), level),
  };
  return query;
}

/** As Lucene's filters on the level print. */
function levelText(level: BlockLevel): string {
  return level === undefined ? 'FieldExistsQuery [field=_primary_term]' : `_nested_path:${level}`;
}

function atLevelWeight(weight: Weight, level: BlockLevel): Weight {
  return {
    scorerSupplier(segment): ScorerSupplier | null {
      const supplier = weight.scorerSupplier(segment);
      if (supplier === null) return null;
      const docs = levelDocs(segment, level);
      if (docs === null) return supplier;
      return {
        cost: supplier.cost,
        get: (leadCost) => new LevelScorer(supplier.get(leadCost), docs),
      };
    },
    count: (segment) => (levelDocs(segment, level) === null ? weight.count(segment) : -1),
  };
}
