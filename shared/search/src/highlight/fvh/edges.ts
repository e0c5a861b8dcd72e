/**
 * The exact start and end of fragments: near the wanted offsets, at a character or between words or
 * sentences.
 */
import { ApiError } from '@skein/errors';
import { following, preceding } from '../boundaries/boundaries.js';
import { sentenceBoundaries } from '../boundaries/sentences.js';
import { type Words, wordsOfLocale } from '../boundaries/words_of_locale.js';
import type { HighlightOptions } from '../contract.js';

/** Finds edges in the text read so far, which may continue. */
export interface Edges {
  start(text: string, offset: number): number;
  end(text: string, offset: number): number;
}

export function edgesOf({
  boundaryScanner = 'chars',
  boundaryChars,
  boundaryMaxScan,
  boundaryLocale,
}: HighlightOptions): Edges {
  switch (boundaryScanner) {
    case 'chars':
      return atCharacters(new Set(boundaryChars), boundaryMaxScan);
    case 'word':
      return between(wordsOfLocale(boundaryLocale));
    case 'sentence':
      return between(SENTENCES);
    default:
      throw new ApiError(
        'illegal_argument_exception',
        `Invalid boundary scanner type: ${boundaryScanner}`,
      );
  }
}

/** Edges at one of the characters, if one is within `most` characters. */
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

const SENTENCES: Pick<Words, 'before' | 'behind'> = {
  before: (text, offset) => preceding(sentenceBoundaries(text), offset),
  behind: (text, offset) => following(sentenceBoundaries(text), offset),
};

/**
 * Edges between words or sentences. As in Lucene, the text before the offset and the text behind it
 * are cut separately.
 */
function between({ before, behind }: Pick<Words, 'before' | 'behind'>): Edges {
  return {
    start: (text, offset) => {
      if (offset > text.length || offset < 1) return offset;
      return before(text.slice(0, offset), offset);
    },
    end: (text, offset) => {
      if (offset > text.length || offset < 0) return offset;
      return behind(text.slice(offset), 0) + offset;
    },
  };
}
