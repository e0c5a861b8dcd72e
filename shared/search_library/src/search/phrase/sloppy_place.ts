/** A place of a sloppy phrase with its cursor in the document's positions. */
import type { PhrasePlace } from './phrase_matcher.js';
import type { PositionsIterator } from './union_postings.js';

export class SloppyPlace {
  readonly offset: number;
  /** Order among the places of the phrase. */
  readonly order: number;
  readonly terms: readonly string[];
  /** The group of repeats it belongs to, -1 for none, and its index in the group. */
  group = -1;
  groupIndex = -1;
  /** Position in the document minus the offset. */
  start = 0;
  private readonly postings: PositionsIterator;
  private remaining = 0;

  constructor(place: PhrasePlace, order: number) {
    this.postings = place.postings;
    this.offset = place.offset;
    this.terms = place.terms;
    this.order = order;
  }

  first(): void {
    this.remaining = this.postings.freq();
    this.next();
  }

  /** Moves to the next position; false when the document has no more. */
  next(): boolean {
    if (this.remaining === 0) return false;
    this.remaining--;
    this.start = this.postings.nextPosition() - this.offset;
    return true;
  }
}

export function sloppyPlaces(places: readonly PhrasePlace[]): SloppyPlace[] {
  return places.map((place, order) => new SloppyPlace(place, order));
}
