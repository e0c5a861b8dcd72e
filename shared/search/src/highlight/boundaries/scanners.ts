/**
 * How `unified` cuts a value into passages: each scanner says where the passage around a match
 * begins and ends.
 */
import { DONE, following, preceding } from './boundaries.js';
import { sentenceBoundaries } from './sentences.js';
import { wordBefore, wordBehind } from './words.js';

export interface Window {
  readonly start: number;
  readonly end: number;
}

/** Of one value. Ask with ascending offsets. */
export type Scanner = (matchStart: number) => Window;

export function wholeValue(value: string): Scanner {
  const window = { start: 0, end: value.length };
  return () => window;
}

export function byWords(value: string): Scanner {
  return (start) => ({
    start: Math.max(wordBefore(value, start + 1), 0),
    end: wordBehind(value, start),
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
 * Sentences, as many as fit into `maxLength`; a longer one is cut between words around the match.
 * As OpenSearch's BoundedBreakIteratorScanner.
 */
export function byBoundedSentences(value: string, maxLength: number): Scanner {
  const scanner = new BoundedSentences(value, maxLength);
  return (start) => scanner.around(start);
}

class BoundedSentences {
  readonly #value: string;
  readonly #maxLength: number;
  readonly #sentences: Int32Array;
  /** The sentences that the last match was in. */
  #from = -1;
  #to = -1;
  /** The part of them that was shown. */
  #start = -1;
  #end = 0;

  constructor(value: string, maxLength: number) {
    this.#value = value;
    this.#maxLength = maxLength;
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

  /** First to the left of the match, then to its right as far as there is room. */
  #cut(offset: number): void {
    const value = this.#value;
    if (offset - this.#maxLength > this.#start) {
      this.#start = Math.max(this.#start, wordBefore(value, offset - this.#maxLength));
    }
    const left = Math.max(0, this.#maxLength - (offset - this.#start));
    if (offset + left < this.#to) {
      this.#end = Math.min(this.#to, wordBehind(value, offset + left));
    }
  }
}
