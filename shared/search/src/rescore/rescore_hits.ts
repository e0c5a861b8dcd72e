/**
 * Rescores the best hits of a shard. Hits beyond the window count as not matching the rescore
 * query.
 */
import {
  type IndexSearcher,
  type Query,
  type ScoreDoc,
  scoreOf,
  takeMemory,
} from '@skein/search_library';
import { bindQuery } from '../queries/bind_query.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { type Rescore, rescored } from './rescore.js';

export interface BoundRescore {
  readonly rescore: Rescore;
  readonly query: Query;
}

export function bindRescores(
  rescores: readonly Rescore[],
  context: QueryShardContext,
): readonly BoundRescore[] {
  return rescores.map((rescore) => ({ rescore, query: bindQuery(rescore.query, context) }));
}

export interface RescoredDoc extends ScoreDoc {
  /** The rescorers whose windows contained the hit, by their place in the request. */
  readonly rescoredBy: readonly number[];
}

/** The memory of a hit with its new score. */
const RESCORED_BYTES = 64;

/** Returns hits best first, like the input. */
export function rescoreHits(
  hits: readonly ScoreDoc[],
  rescores: readonly BoundRescore[],
  searcher: IndexSearcher,
): readonly RescoredDoc[] {
  takeMemory(rescores.length * hits.length * RESCORED_BYTES, '<rescore>');
  return rescores.reduce<readonly RescoredDoc[]>(
    (before, each, i) => rescoreOnce(before, { ...each, place: i }, searcher),
    hits.map(({ doc, score }) => ({ doc, score, rescoredBy: [] })),
  );
}

function rescoreOnce(
  hits: readonly RescoredDoc[],
  { rescore, query, place }: BoundRescore & { readonly place: number },
  searcher: IndexSearcher,
): readonly RescoredDoc[] {
  const weight = searcher.weight(query, true);
  const again = hits.map(({ doc, score, rescoredBy }, rank): RescoredDoc => {
    searcher.checkCancelled();
    const inWindow = rank < rescore.windowSize;
    const second = inWindow ? scoreOf(weight, searcher.locate(doc)) : undefined;
    const by = inWindow ? [...rescoredBy, place] : rescoredBy;
    return { doc, score: rescored(rescore, score, second), rescoredBy: by };
  });
  return again.sort((a, b) => b.score - a.score || a.doc - b.doc);
}
