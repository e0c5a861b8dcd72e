/**
 * Where fragments begin and end: near where they should, at a character or between words or
 * sentences.
 */
import { ApiError } from '@skein/errors';
import { DONE } from '../boundaries/boundaries.js';
import { sentenceBoundaries } from '../boundaries/sentences.js';
import { wordBoundaries } from '../boundaries/words.js';
import type { HighlightOptions } from '../contract.js';

/** Of the text so far, which may go on. */
export interface Edges {
  start(text: string, offset: number): number;
  end(text: string, offset: number): number;
}

export function edgesOf({
  boundaryScanner = 'chars',
  boundaryChars,
  boundaryMaxScan,
}: HighlightOptions): Edges {
  switch (boundaryScanner) {
    case 'chars':
      return atCharacters(new Set(boundaryChars), boundaryMaxScan);
    case 'word':
      return between(wordBoundaries);
    case 'sentence':
      return between(sentenceBoundaries);
    default:
      throw new ApiError(
        'illegal_argument_exception',
        `Invalid boundary scanner type: ${boundaryScanner}`,
      );
  }
}

/** Not further away than so many characters. */
function atCharacters(characters: ReadonlySet<string>, most: number): Edges {
  return {
    start: (text, offset) => {
      if (offset > text.length || offset < 1) return offset;
      let at = offset;
      for (let left = most; at > 0 && left > 0; left--) {
        if (characters.has(text.charAt(at - 1))) return at;
        at--;
      }
      return at === 0 ? 0 : offset;
    },
    end: (text, offset) => {
      if (offset > text.length || offset < 0) return offset;
      let at = offset;
      for (let left = most; at < text.length && left > 0; left--) {
        if (characters.has(text.charAt(at))) return at;
        at++;
      }
      return offset;
    },
  };
}

/** What is before the offset, and what is behind it, is looked at for itself, as in Lucene. */
function between(boundariesOf: (text: string) => Int32Array): Edges {
  return {
    start: (text, offset) => {
      if (offset > text.length || offset < 1) return offset;
      return boundariesOf(text.slice(0, offset)).at(-2) ?? DONE;
    },
    end: (text, offset) => {
      if (offset > text.length || offset < 0) return offset;
      return (boundariesOf(text.slice(offset))[1] ?? DONE) + offset;
    },
  };
}
