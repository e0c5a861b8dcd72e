/**
 * The paths through a text word by word, each with its cost up to a place. Places before the last
 * decision are dropped.
 */
import type { Ipadic } from './ipadic.js';
import { USER_COST, USER_SIDE, USER_WORDS } from './user_dictionary.js';

/** The arcs that end at a place, as columns. */
export class Place {
  count = 0;
  readonly costs: number[] = [];
  /** The context ids of the words. */
  readonly sides: number[] = [];
  readonly from: number[] = [];
  /** The index of the previous arc, at the place where this arc begins. */
  readonly fromArc: number[] = [];
  readonly words: number[] = [];
  /** Arcs that begin here; used while an alternative to a long word is searched. */
  forwardCount = 0;
  readonly forwardTo: number[] = [];
  readonly forwardWords: number[] = [];

  add(cost: number, side: number, from: number, fromArc: number, word: number): void {
    const at = this.count++;
    this.costs[at] = cost;
    this.sides[at] = side;
    this.from[at] = from;
    this.fromArc[at] = fromArc;
    this.words[at] = word;
  }

  addForward(to: number, word: number): void {
    const at = this.forwardCount++;
    this.forwardTo[at] = to;
    this.forwardWords[at] = word;
  }

  /** Drops all arcs but this one. */
  keep(arc: number): void {
    this.add(this.costs[arc], this.sides[arc], this.from[arc], this.fromArc[arc], this.words[arc]);
    for (const column of [this.costs, this.sides, this.from, this.fromArc, this.words]) {
      column[0] = column[this.count - 1];
    }
    this.count = 1;
  }
}

const KANJI_LENGTH = 2;
const KANJI_PENALTY = 3000;
const OTHER_LENGTH = 7;
const OTHER_PENALTY = 1700;

export class Lattice {
  readonly dictionary: Ipadic;
  readonly text: string;
  readonly #places: Place[] = [];
  readonly #spare: Place[] = [];
  /** The position of the first place in the lattice. */
  #first = 0;

  constructor(dictionary: Ipadic, text: string) {
    this.dictionary = dictionary;
    this.text = text;
    this.at(0).add(0, 0, -1, -1, -1);
  }

  /** The position after all places that have been used. */
  get next(): number {
    return this.#first + this.#places.length;
  }

  at(position: number): Place {
    while (position >= this.next) this.#places.push(this.#spare.pop() ?? new Place());
    return this.#places[position - this.#first];
  }

  forgetBefore(position: number): void {
    const gone = this.#places.splice(0, position - this.#first);
    this.#first = position;
    for (const place of gone) place.count = 0;
    this.#spare.push(...gone);
  }

  /**
   * Adds an arc for a word from the place, along the cheapest path. With `penalised`, a long word
   * costs more.
   */
  extend(place: number, to: number, word: number, penalised = false): void {
    const { dictionary } = this;
    const from = this.at(place);
    const side = this.sideOf(word);
    let least = Number.POSITIVE_INFINITY;
    let arc = -1;
    for (let i = 0; i < from.count; i++) {
      const cost = from.costs[i] + dictionary.follows(from.sides[i], side);
      if (cost >= least) continue;
      least = cost;
      arc = i;
    }
    const penalty = penalised ? this.penalty(place, to) : 0;
    this.at(to).add(least + this.#costOf(word) + penalty, side, place, arc, word);
  }

  sideOf(word: number): number {
    return word >= USER_WORDS ? USER_SIDE : this.dictionary.sideOf(word);
  }

  #costOf(word: number): number {
    return word >= USER_WORDS ? USER_COST : this.dictionary.costOf(word);
  }

  /** The extra cost of a word that is long enough to be several words. */
  penalty(from: number, to: number): number {
    const length = to - from;
    if (length <= KANJI_LENGTH) return 0;
    if (this.#isAllKanji(from, to)) return (length - KANJI_LENGTH) * KANJI_PENALTY;
    return length > OTHER_LENGTH ? (length - OTHER_LENGTH) * OTHER_PENALTY : 0;
  }

  #isAllKanji(from: number, to: number): boolean {
    for (let i = from; i < to; i++) {
      if (!this.dictionary.isKanji(this.text.charCodeAt(i))) return false;
    }
    return true;
  }

  /**
   * Recomputes the costs between two places: long words cost more, and every path starts at `arc`,
   * as the best path does.
   */
  rescore(start: number, end: number, arc: number): void {
    this.#turnForward(start, end);
    for (let position = start; position < end; position++) {
      const place = this.at(position);
      if (place.count > 0) {
        for (let i = 0; i < place.forwardCount; i++) {
          const [to, word] = [place.forwardTo[i], place.forwardWords[i]];
          if (position === start) this.#extendArc(start, arc, { to, word });
          else this.extend(position, to, word, true);
        }
      }
      place.forwardCount = 0;
    }
  }

  #turnForward(start: number, end: number): void {
    for (let position = end; position > start; position--) {
      const place = this.at(position);
      for (let i = 0; i < place.count; i++) {
        const from = place.from[i];
        if (from >= start) this.at(from).addForward(position, place.words[i]);
      }
      place.count = 0;
    }
  }

  #extendArc(start: number, arc: number, { to, word }: { to: number; word: number }): void {
    const { dictionary } = this;
    const place = this.at(start);
    const side = start === 0 ? 0 : this.sideOf(place.words[arc]);
    const next = this.sideOf(word);
    const cost =
      place.costs[arc] +
      this.#costOf(word) +
      dictionary.follows(side, next) +
      this.penalty(start, to);
    this.at(to).add(cost, next, start, arc, word);
  }
}
