/** Scores the best hits of a shard again. Hits beyond the window count as not matching the rescore query. */
import { type IndexSearcher, type Query, type ScoreDoc, scoreOf } from '@skein/search_library';
import { toLibraryQuery } from '../queries/parse_query.js';
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
  return rescores.map((rescore) => ({ rescore, query: toLibraryQuery(rescore.query, context) }));
}

/** Best first, as the hits given. */
export function rescoreHits(
  hits: readonly ScoreDoc[],
  rescores: readonly BoundRescore[],
  searcher: IndexSearcher,
): readonly ScoreDoc[] {
  return rescores.reduce((before, each) => rescoreOnce(before, each, searcher), hits);
}

function rescoreOnce(
  hits: readonly ScoreDoc[],
  { rescore, query }: BoundRescore,
  searcher: IndexSearcher,
): readonly ScoreDoc[] {
  const weight = searcher.weight(query, true);
  const again = hits.map(({ doc, score }, rank): ScoreDoc => {
    searcher.checkCancelled();
    const inWindow = rank < rescore.windowSize;
    const second = inWindow ? scoreOf(weight, searcher.locate(doc)) : undefined;
    return { doc, score: rescored(rescore, score, second) };
  });
  return again.sort((a, b) => b.score - a.score || a.doc - b.doc);
}
