/**
 * Scanners cut a value into passages for `unified`: each returns the start and end of the passage
 * around a match.
 */
import { DONE, following, preceding } from './boundaries.js';
import { sentenceBoundaries } from './sentences.js';
import type { Words } from './words_of_locale.js';

export interface Window {
  readonly start: number;
  readonly end: number;
}

/** A scanner of one value. Calls must have ascending offsets. */
export type Scanner = (matchStart: number) => Window;

export function wholeValue(value: string): Scanner {
  const window = { start: 0, end: value.length };
  return () => window;
}

export function byWords(value: string, words: Words): Scanner {
  return (start) => ({
    start: Math.max(words.before(value, start + 1), 0),
    end: words.behind(value, start),
  });
}

export function bySentences(value: string): Scanner {
  const boundaries = sentenceBoundaries(value);
  return (start) => ({
    start: Math.max(preceding(boundaries, start + 1), 0),
    end: following(boundaries, start),
  });
}

/**
 * Takes as many sentences as fit into `maxLength`; a longer sentence is cut between words around
 * the match, as OpenSearch's BoundedBreakIteratorScanner does.
 */
export function byBoundedSentences(value: string, maxLength: number, words: Words): Scanner {
  const scanner = new BoundedSentences(value, maxLength, words);
  return (start) => scanner.around(start);
}

class BoundedSentences {
  readonly #value: string;
  readonly #maxLength: number;
  readonly #words: Words;
  readonly #sentences: Int32Array;
  /** The sentences of the last match. */
  #from = -1;
  #to = -1;
  /** The part of these sentences that was shown. */
  #start = -1;
  #end = 0;

  constructor(value: string, maxLength: number, words: Words) {
    this.#value = value;
    this.#maxLength = maxLength;
    this.#words = words;
    this.#sentences = sentenceBoundaries(value);
  }

  around(matchStart: number): Window {
    const offset = matchStart + 1;
    if (offset > this.#from && offset < this.#to) {
      this.#start = this.#end;
      this.#end = this.#to;
    } else {
      this.#take(offset);
    }
    if (this.#end - this.#start > this.#maxLength) this.#cut(offset);
    return { start: this.#start, end: this.#end };
  }

  #take(offset: number): void {
    const sentences = this.#sentences;
    this.#from = this.#start = preceding(sentences, offset);
    this.#to = this.#end = following(sentences, offset - 1);
    while (this.#end - this.#start < this.#maxLength) {
      const next = following(sentences, this.#end);
      if (next === DONE || next - this.#start > this.#maxLength) break;
      this.#to = this.#end = next;
    }
  }

  /**
   * Extends the passage to the left of the match first, then to its right as far as there is room.
   */
  #cut(offset: number): void {
    const value = this.#value;
    if (offset - this.#maxLength > this.#start) {
      this.#start = Math.max(this.#start, this.#words.before(value, offset - this.#maxLength));
    }
    const left = Math.max(0, this.#maxLength - (offset - this.#start));
    if (offset + left < this.#to) {
      this.#end = Math.min(this.#to, this.#words.behind(value, offset + left));
    }
  }
}
