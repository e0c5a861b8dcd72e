/** The places of a sloppy phrase in order of start; equal starts in order of offset. Phrases are short: a sorted array. */
import type { SloppyPlace } from './sloppy_place.js';

export class PlaceQueue {
  /** Least last. */
  private readonly places: SloppyPlace[];
  private size = 0;

  constructor(capacity: number) {
    this.places = new Array(capacity);
  }

  clear(): void {
    this.size = 0;
  }

  top(): SloppyPlace {
    return this.places[this.size - 1] as SloppyPlace;
  }

  pop(): SloppyPlace {
    return this.places[--this.size] as SloppyPlace;
  }

  add(place: SloppyPlace): void {
    const { places } = this;
    let i = this.size++;
    for (; i > 0 && isBefore(places[i - 1] as SloppyPlace, place); i--) {
      places[i] = places[i - 1] as SloppyPlace;
    }
    places[i] = place;
  }

  /** Puts places that were moved while in the queue where they belong. */
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
