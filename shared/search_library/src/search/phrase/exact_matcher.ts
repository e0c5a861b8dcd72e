/**
 * Matches without slop: every place is at its own distance from the first. The frequency is the
 * number of matches. If several of the terms allowed at the first place share a position, each is a
 * match, as in Lucene's ExactPhraseMatcher, whose leader is the first place.
 */
import type { PhraseMatcher, PhrasePlace } from './phrase_matcher.js';
import { type PositionsIterator, UnionPostings } from './union_postings.js';

interface Cursor {
  readonly postings: PositionsIterator;
  readonly offset: number;
  remaining: number;
  /** Position minus the offset; comparable between places. */
  start: number;
}

export class ExactMatcher implements PhraseMatcher {
  private readonly lead: Cursor;
  private readonly others: readonly Cursor[];

  constructor(places: readonly PhrasePlace[]) {
    const cursors = leaderFirst(places).map(
      ({ postings, offset }): Cursor => ({ postings, offset, remaining: 0, start: 0 }),
    );
    this.lead = cursors[0];
    this.others = cursors.slice(1);
  }

  frequency(firstOnly: boolean): number {
    const { lead, others } = this;
    lead.remaining = lead.postings.freq();
    for (const cursor of others) {
      cursor.remaining = cursor.postings.freq();
      cursor.start = Number.NEGATIVE_INFINITY;
    }
    let matches = 0;
    let start = Number.NEGATIVE_INFINITY;
    search: while (advanceTo(lead, start)) {
      start = lead.start;
      for (let i = 0; i < others.length; i++) {
        const cursor = others[i];
        if (cursor.start < start && !advanceTo(cursor, start)) break search;
        if (cursor.start > start) {
          start = cursor.start;
          continue search;
        }
      }
      matches++;
      if (firstOnly) return matches;
    }
    return matches;
  }
}

/** The rarest place leads, unless positions may repeat. */
function leaderFirst(places: readonly PhrasePlace[]): readonly PhrasePlace[] {
  if (places.some(({ postings }) => postings instanceof UnionPostings)) return places;
  return places.toSorted((a, b) => a.postings.cost() - b.postings.cost());
}

/**
 * Moves by at least one position to the first start >= target; false when there are no more
 * positions.
 */
function advanceTo(cursor: Cursor, target: number): boolean {
  while (cursor.remaining > 0) {
    cursor.remaining--;
    cursor.start = cursor.postings.nextPosition() - cursor.offset;
    if (cursor.start >= target) return true;
  }
  return false;
}
