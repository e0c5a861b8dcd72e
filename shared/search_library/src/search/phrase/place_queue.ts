/**
 * A priority queue of the places of a sloppy phrase (its terms, each with a cursor in the
 * document's positions): ordered by start, then by offset, then by order in the phrase. Phrases are
 * short, so the queue is a sorted array.
 */
import type { SloppyPlace } from './sloppy_place.js';

export class PlaceQueue {
  /** Descending, so that the least place is at `size` - 1; elements from `size` on are unused. */
  private readonly places: SloppyPlace[];
  private size = 0;

  constructor(capacity: number) {
    this.places = new Array(capacity);
  }

  clear(): void {
    this.size = 0;
  }

  top(): SloppyPlace {
    return this.places[this.size - 1];
  }

  pop(): SloppyPlace {
    return this.places[--this.size];
  }

  add(place: SloppyPlace): void {
    const { places } = this;
    let i = this.size++;
    for (; i > 0 && isBefore(places[i - 1], place); i--) {
      places[i] = places[i - 1];
    }
    places[i] = place;
  }

  /** Restores the order after the cursors of places in the queue have moved. */
  reorder(): void {
    const sorted = this.places.slice(0, this.size);
    this.size = 0;
    for (const place of sorted) this.add(place);
  }
}

function isBefore(a: SloppyPlace, b: SloppyPlace): boolean {
  if (a.start !== b.start) return a.start < b.start;
  return a.offset === b.offset ? a.order < b.order : a.offset < b.offset;
}
