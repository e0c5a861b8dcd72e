/**
 * The exact start and end of fragments: near the wanted offsets, at a character or between words or
 * sentences.
 */
import { ApiError } from '@skein/errors';
import { firstSentence, lastSentence } from '../boundaries/sentences.js';
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
      return between(wordCuts(wordsOfLocale(boundaryLocale)));
    case 'sentence':
      return between(SENTENCES);
    default:
      throw new ApiError(
        'illegal_argument_exception',
        `Invalid boundary scanner type: ${boundaryScanner}`,
      );
  }
}

/**
 * Edges at one of the characters, if one is within `most` UTF-16 units. A character of two units is
 * found as a whole: Lucene takes its halves for characters, and cuts others of the same half.
 */
function atCharacters(characters: ReadonlySet<string>, most: number): Edges {
  const endsAt = (text: string, at: number): boolean =>
    characters.has(text.charAt(at - 1)) || characters.has(text.substring(at - 2, at));
  const startsAt = (text: string, at: number): boolean =>
    characters.has(text.charAt(at)) || characters.has(text.substring(at, at + 2));
  return {
    start: (text, offset) => {
      if (offset > text.length || offset < 1) return offset;
      let at = offset;
      for (let left = most; at > 0 && left > 0; left--) {
        if (endsAt(text, at)) return at;
        at--;
      }
      return at === 0 ? 0 : offset;
    },
    end: (text, offset) => {
      if (offset > text.length || offset < 0) return offset;
      let at = offset;
      for (let left = most; at < text.length && left > 0; left--) {
        if (startsAt(text, at)) return at;
        at++;
      }
      return offset;
    },
  };
}

/** The edge of a text nearest to its other end; DONE if there is none. */
interface Cuts {
  /** The last boundary before the end of the text. */
  readonly last: (text: string) => number;
  /** The first boundary behind its beginning. */
  readonly first: (text: string) => number;
}

const SENTENCES: Cuts = { last: lastSentence, first: firstSentence };

function wordCuts({ before, behind }: Words): Cuts {
  return { last: (text) => before(text, text.length), first: (text) => behind(text, 0) };
}

/**
 * Edges between words or sentences. As in Lucene, the text before the offset and the text behind it
 * are cut separately.
 */
function between({ last, first }: Cuts): Edges {
  return {
    start: (text, offset) => {
      if (offset > text.length || offset < 1) return offset;
      return last(text.slice(0, offset));
    },
    end: (text, offset) => {
      if (offset > text.length || offset < 0) return offset;
      return first(text.slice(offset)) + offset;
    },
  };
}
