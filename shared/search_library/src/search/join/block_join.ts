/**
 * Documents by what is nested in them: those with at least one match of a query among the nested documents of a path. As Lucene's
 * ToParentBlockJoinQuery.
 */
import type { Query, ScorerSupplier, Weight } from '../query.js';
import { confirmed } from '../scorers/confirmed.js';
import { atLevelQuery } from './at_level.js';
import { BlockJoinScorer } from './block_join_scorer.js';
import { type BlockLevel, levelDocs } from './block_level.js';

/** How the scores of the nested matches make that of the document; `none`: 0. */
export type JoinScoreMode = 'avg' | 'max' | 'min' | 'none' | 'sum';

export interface BlockJoinOptions {
  /** The path of the nested documents. */
  readonly path: string;
  /** The level of the documents that are found: a path around the other one, or the documents themselves. */
  readonly parent: BlockLevel;
  readonly scoreMode: JoinScoreMode;
}

export interface BlockJoinQuery extends Query {
  readonly kind: 'block_join';
  readonly options: BlockJoinOptions;
}

export function isBlockJoin(query: Query): query is BlockJoinQuery {
  return query.kind === 'block_join';
}

export function blockJoinQuery(inner: Query, options: BlockJoinOptions): BlockJoinQuery {
  const query: BlockJoinQuery = {
    kind: 'block_join',
    options,
    children: [inner],
    toString: () => `ToParentBlockJoinQuery (${inner})`,
    rewrite(searcher) {
      const rewritten = searcher.rewrite(inner);
      if (rewritten.kind === 'match_none') return rewritten;
      return rewritten === inner ? query : blockJoinQuery(rewritten, options);
    },
    createWeight(searcher, needsScores, boost) {
      const scored = needsScores && options.scoreMode !== 'none';
      const nested = atLevelQuery(inner, options.path);
      return blockJoinWeight(nested.createWeight(searcher, scored, boost), options);
    },
  };
  return query;
}

function blockJoinWeight(nested: Weight, { parent, scoreMode }: BlockJoinOptions): Weight {
  return {
    scorerSupplier(segment): ScorerSupplier | null {
      const supplier = nested.scorerSupplier(segment);
      const parents = levelDocs(segment, parent);
      if (supplier === null || parents === null) return null;
      return {
        cost: supplier.cost,
        get: (leadCost) =>
          new BlockJoinScorer(confirmed(supplier.get(leadCost)), parents, scoreMode),
      };
    },
    count: () => -1,
  };
}
