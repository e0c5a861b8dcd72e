/**
 * Matches documents that share a term with the matches of another query: parents by their children,
 * children by their parents. The join spans all segments: the other query runs once, before the
 * first scorer is made. Works like Lucene's JoinUtil with global ordinals.
 */

import { utf8Decode } from '@skein/bytes';
import type { OrdinalColumn, SegmentReader } from '../../index/segment_reader.js';
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import { takeMemory } from '../../memory/request_memory.js';
import { scoreOf } from '../explain/explain_weight.js';
import { matched, unmatched } from '../explain/explanation.js';
import type { IndexSearcher } from '../index_searcher.js';
import { hasBit } from '../iterators/bit_set.js';
import type { Query, ScorerSupplier, Weight } from '../query.js';
import { confirmed } from '../scorers/confirmed.js';
import type { JoinScoreMode } from './block_join.js';
import { TermJoinScorer } from './term_join_scorer.js';

export interface TermJoin {
  /** An ordinal column with at most one value per document. */
  readonly field: string;
  /** The query that runs first. */
  readonly from: Query;
  /** The documents that may be found. */
  readonly to: Query;
  readonly scoreMode: JoinScoreMode;
  /** The number of matches of `from` with the document's term, at least one. */
  readonly minCount: number;
  readonly maxCount: number;
}

export function termJoinQuery(join: TermJoin): Query {
  const query: Query = {
    kind: 'term_join',
    profileName: 'GlobalOrdinalsQuery',
    children: [join.from, join.to],
    // The matching text is in other documents.
    marks: () => [],
    toString: () => `LateParsingQuery {joinField=${join.field}}`,
    rewrite(searcher) {
      const from = searcher.rewrite(join.from);
      const to = searcher.rewrite(join.to);
      if (from.isNothing) return from;
      if (to.isNothing) return to;
      return from === join.from && to === join.to ? query : termJoinQuery({ ...join, from, to });
    },
    createWeight: (searcher, needsScores, boost) =>
      termJoinWeight(join, searcher, { needsScores, boost }),
  };
  return query;
}

interface WeightOptions {
  readonly needsScores: boolean;
  readonly boost: number;
}

/** The matches that share one term, and their joined score, a float. */
interface Joined {
  count: number;
  score: number;
}

function termJoinWeight(
  join: TermJoin,
  searcher: IndexSearcher,
  { needsScores, boost }: WeightOptions,
): Weight {
  const scored = needsScores && join.scoreMode !== 'none';
  // As in OpenSearch, the boost multiplies the joined scores, not those of the first query.
  const from = searcher.createWeight(join.from, scored, 1);
  const to = searcher.createWeight(join.to, false, 1);
  let known: ReadonlyMap<string, Joined> | undefined;
  const joined = (): ReadonlyMap<string, Joined> => {
    known ??= collect(join, { from, scored, searcher });
    return known;
  };
  const weight: Weight = {
    count: () => -1,
    explain: (place) => {
      const score = scoreOf(weight, place);
      if (score === undefined) return unmatched('Not a match');
      const column = place.segment.ordinals(join.field);
      const value = column ? utf8Decode(column.term(column.ordinal(place.doc, 0))) : '';
      return matched(score, `A match, join value ${value}`);
    },
    scorerSupplier(segment): ScorerSupplier | null {
      const column = segment.ordinals(join.field);
      const supplier = to.scorerSupplier(segment);
      if (column === undefined || supplier === null) return null;
      return {
        cost: supplier.cost,
        get: (leadCost) => {
          const scores = scoresOf(column, joined(), { scored, boost });
          return new TermJoinScorer(confirmed(supplier.get(leadCost)), column, scores);
        },
      };
    },
  };
  return weight;
}

interface Collecting {
  readonly from: Weight;
  readonly scored: boolean;
  readonly searcher: IndexSearcher;
}

/** Approximate measured bytes of a join term with its data. */
const JOINED_BYTES = 150;

function collect(join: TermJoin, collecting: Collecting): ReadonlyMap<string, Joined> {
  const all = new Map<string, Joined>();
  for (const segment of collecting.searcher.segments) {
    collecting.searcher.checkCancelled();
    collectSegment(join, segment, { ...collecting, all });
  }
  const { minCount, maxCount, scoreMode } = join;
  for (const [term, found] of all) {
    if (found.count < minCount || found.count > maxCount) all.delete(term);
    else if (scoreMode === 'avg') found.score = Math.fround(found.score / found.count);
  }
  return all;
}

function collectSegment(
  { field, scoreMode }: TermJoin,
  segment: SegmentReader,
  { from, scored, searcher, all }: Collecting & { readonly all: Map<string, Joined> },
): void {
  const column = segment.ordinals(field);
  const supplier = from.scorerSupplier(segment);
  if (column === undefined || supplier === null) return;
  const scorer = confirmed(supplier.get(Number.POSITIVE_INFINITY));
  const own = new Map<number, Joined>();
  const { liveDocs } = segment;
  let steps = 0;
  for (let doc = scorer.nextDoc(); doc !== NO_MORE_DOCS; doc = scorer.nextDoc()) {
    if ((++steps & 1023) === 0) searcher.checkCancelled();
    if ((liveDocs !== null && !hasBit(liveDocs, doc)) || !column.has(doc)) continue;
    const ordinal = column.ordinal(doc, 0);
    let found = own.get(ordinal);
    if (found === undefined) {
      found = joinedIn(all, utf8Decode(column.term(ordinal)));
      own.set(ordinal, found);
    }
    add(found, scored ? scorer.score() : 0, scoreMode);
  }
  takeMemory(own.size * JOINED_BYTES, '<joined_terms>');
}

function joinedIn(all: Map<string, Joined>, term: string): Joined {
  const known = all.get(term);
  if (known !== undefined) return known;
  const joined = { count: 0, score: 0 };
  all.set(term, joined);
  return joined;
}

function add(to: Joined, score: number, mode: JoinScoreMode): void {
  if (to.count === 0) to.score = score;
  else if (mode === 'max') to.score = Math.max(to.score, score);
  else if (mode === 'min') to.score = Math.min(to.score, score);
  else to.score = Math.fround(to.score + score);
  to.count++;
}

/** Score of each ordinal of the segment, NaN for terms without a match. */
function scoresOf(
  column: OrdinalColumn,
  joined: ReadonlyMap<string, Joined>,
  { scored, boost }: { readonly scored: boolean; readonly boost: number },
): Float32Array {
  takeMemory(column.cardinality * Float32Array.BYTES_PER_ELEMENT, '<joined_terms>');
  const scores = new Float32Array(column.cardinality).fill(Number.NaN);
  for (let ordinal = 0; ordinal < scores.length; ordinal++) {
    const found = joined.get(utf8Decode(column.term(ordinal)));
    if (found !== undefined) scores[ordinal] = scored ? found.score * boost : boost;
  }
  return scores;
}
