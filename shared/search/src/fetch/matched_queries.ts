/** `matched_queries`: the names of the named queries that a hit matches. */
import { float32 } from '@skein/content';
import type { IndexSearcher, Query, SegmentReader, Weight } from '@skein/search_library';
import type { FetchPart } from './fetch_part.js';

export function matchedQueries(
  searcher: IndexSearcher,
  named: ReadonlyMap<string, Query>,
  withScores: boolean,
): FetchPart {
  const weights = [...named]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, query]) => ({ name, weight: searcher.weight(query, withScores) }));
  return ({ segment, doc }, _context, to) => {
    const matches = weights.flatMap(({ name, weight }) => {
      const score = scoreOf(weight, segment, doc);
      return score === undefined ? [] : [[name, float32(score)] as const];
    });
    if (matches.length === 0) return;
    const names = matches.map(([name]) => name);
    to.member('matched_queries', withScores ? Object.fromEntries(matches) : names);
  };
}

/** The score of one document, `undefined` when it does not match. */
function scoreOf(weight: Weight, segment: SegmentReader, doc: number): number | undefined {
  const scorer = weight.scorerSupplier(segment)?.get(1);
  if (!scorer || scorer.advance(doc) !== doc) return undefined;
  return scorer.twoPhase && !scorer.matches() ? undefined : scorer.score();
}
