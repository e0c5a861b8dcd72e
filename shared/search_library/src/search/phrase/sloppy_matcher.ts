/**
 * Matches with slop, found by the algorithm of Lucene's SloppyPhraseMatcher.
 *
 * Every place has a `start`: its position in the document minus its offset in the phrase. In an
 * exact match all starts are equal; the match length is the greatest start minus the least, and a
 * match counts when it is at most the slop. The place with the least start is advanced until it
 * overtakes the next one: the smallest length on the way is that of one match, whose weight is the
 * reciprocal of 1 + length.
 *
 * Places that share a term ("repeats") must not have the same position. After a move that makes two
 * of them collide, the lesser one is advanced.
 */

import type { PhraseMatcher, PhrasePlace } from './phrase_matcher.js';
import { PlaceQueue } from './place_queue.js';
import { gatherRepeatGroups } from './repeat_groups.js';
import { type SloppyPlace, sloppyPlaces } from './sloppy_place.js';

export class SloppyMatcher implements PhraseMatcher {
  private readonly slop: number;
  private readonly places: readonly SloppyPlace[];
  private readonly queue: PlaceQueue;
  private readonly groups: readonly (readonly SloppyPlace[])[];
  private readonly hasAlternatives: boolean;
  /** The greatest start of all places. */
  private end = 0;
  private matchLength = 0;
  private positioned = false;

  constructor(places: readonly PhrasePlace[], slop: number) {
    this.slop = slop;
    this.places = sloppyPlaces(places);
    this.queue = new PlaceQueue(places.length);
    this.groups = gatherRepeatGroups(this.places);
    this.hasAlternatives = this.groups.some((group) =>
      group.some((place) => place.terms.length > 1),
    );
  }

  frequency(firstOnly: boolean): number {
    this.positioned = this.placeAll();
    this.matchLength = Number.POSITIVE_INFINITY;
    let frequency = 0;
    while (this.nextMatch()) {
      frequency = Math.fround(frequency + Math.fround(1 / (1 + this.matchLength)));
      if (firstOnly) break;
    }
    return frequency;
  }

  private nextMatch(): boolean {
    if (!this.positioned) return false;
    const { queue } = this;
    let place = queue.pop();
    this.matchLength = this.end - place.start;
    let next = queue.top().start;
    while (this.move(place)) {
      if (place.group >= 0 && !this.resolveCollisions(place)) break;
      if (place.start > next) {
        queue.add(place);
        if (this.matchLength <= this.slop) return true;
        place = queue.pop();
        next = queue.top().start;
        this.matchLength = this.end - place.start;
      } else {
        this.matchLength = Math.min(this.matchLength, this.end - place.start);
      }
    }
    this.positioned = false;
    return this.matchLength <= this.slop;
  }

  /**
   * Moves every place to its first position, repeats to different ones; false when there are too
   * few positions.
   */
  private placeAll(): boolean {
    this.end = Number.NEGATIVE_INFINITY;
    for (const place of this.places) place.first();
    for (const group of this.groups) {
      const separated = this.hasAlternatives ? this.separate(group) : spread(group);
      if (!separated) return false;
    }
    this.queue.clear();
    for (const place of this.places) {
      this.end = Math.max(this.end, place.start);
      this.queue.add(place);
    }
    return true;
  }

  private move(place: SloppyPlace): boolean {
    if (!place.next()) return false;
    if (place.start > this.end) this.end = place.start;
    return true;
  }

  /** Separates places that collide. With alternatives, only some places of a group do. */
  private separate(group: readonly SloppyPlace[]): boolean {
    for (let i = 0; i < group.length; i++) {
      const place = group[i];
      for (let other = collision(place, group); other; other = collision(place, group)) {
        const moved = lesser(place, other);
        if (!this.move(moved)) return false;
        if (moved.groupIndex < i) {
          i--;
          break;
        }
      }
    }
    return true;
  }

  /**
   * Resolves collisions of `place`, which was just moved and is not in the queue: advances lesser
   * places until nothing collides, and restores the queue's order.
   */
  private resolveCollisions(place: SloppyPlace): boolean {
    const group = this.groups[place.group];
    let displaced = false;
    let current = place;
    for (let other = collision(current, group); other; other = collision(current, group)) {
      current = lesser(current, other);
      if (!this.move(current)) return false;
      if (other !== place) displaced = true;
    }
    if (displaced) this.queue.reorder();
    return true;
  }
}

/**
 * Without alternatives all places of a group have the same term, so the n-th place starts at the
 * n-th position.
 */
function spread(group: readonly SloppyPlace[]): boolean {
  for (let i = 1; i < group.length; i++) {
    for (let k = 0; k < i; k++) if (!group[i].next()) return false;
  }
  return true;
}

function collision(place: SloppyPlace, group: readonly SloppyPlace[]): SloppyPlace | undefined {
  const position = place.start + place.offset;
  for (const other of group) {
    if (other !== place && other.start + other.offset === position) return other;
  }
  return undefined;
}

function lesser(a: SloppyPlace, b: SloppyPlace): SloppyPlace {
  return a.start < b.start || (a.start === b.start && a.offset < b.offset) ? a : b;
}
