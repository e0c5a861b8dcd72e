/**
 * `path_hierarchy`: `/a/b/c` gives `/a`, `/a/b`, `/a/b/c`; reversed, `a.b.c` gives `a.b.c`, `b.c`,
 * `c`.
 */
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { TokenizerType } from '../build/component_type.js';
import { newBatch, newToken } from '../token.js';

export const PATH_HIERARCHY_TOKENIZER: TokenizerType = {
  name: 'path_hierarchy',
  create: (settings) => {
    const delimiter = settings.string('delimiter') ?? '/';
    const replacement = settings.string('replacement') ?? delimiter;
    const skip = settings.integer('skip', 0);
    // Lucene reads texts through a buffer of this size, which changes no token.
    const bufferSize = settings.integer('buffer_size', 1024);
    const problem =
      (delimiter.length !== 1 && 'delimiter must be a one char value') ||
      (replacement.length !== 1 && 'replacement must be a one char value') ||
      (bufferSize < 0 && 'bufferSize cannot be negative') ||
      (skip < 0 && 'skip cannot be negative');
    if (problem !== false) throw new ApiError('illegal_argument_exception', problem);
    const reversed = settings.boolean('reverse', false);
    const paths = reversed ? reversePaths : forwardPaths;
    return {
      name: 'path_hierarchy',
      ...(reversed ? { readsWhole: true } : { readsAhead: 1 }),
      tokenize: (text) => {
        const tokens = paths(text, delimiter, skip).map(([from, to]) =>
          newToken(text.slice(from, to).replaceAll(delimiter, replacement), from, to, 'word'),
        );
        return newBatch(stacked(tokens), text.length);
      },
    };
  },
};

type Range = readonly [from: number, to: number];

/** Puts all paths at one position. */
function stacked(tokens: Token[]): Token[] {
  for (let i = 1; i < tokens.length; i++) tokens[i].positionIncrement = 0;
  return tokens;
}

function delimiterPlaces(text: string, delimiter: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, at + 1))
    places.push(at);
  return places;
}

function forwardPaths(text: string, delimiter: string, skip: number): Range[] {
  const places = delimiterPlaces(text, delimiter);
  // A path that starts with the delimiter starts with an empty part, which is no path of its own.
  const ends = [...places.filter((place) => place > 0), text.length];
  const from =
    skip === 0
      ? 0
      : (places.filter((place) => place > 0 || text.startsWith(delimiter))[
          skip - (text.startsWith(delimiter) ? 0 : 1)
        ] ?? text.length);
  const ranges: Range[] = [];
  for (const end of ends) if (end > from) ranges.push([from, end]);
  return ranges;
}

/** The reversed paths. A delimiter at the end ends the last part and begins none. */
function reversePaths(text: string, delimiter: string, skip: number): Range[] {
  const bounds = [0, ...delimiterPlaces(text, delimiter).map((place) => place + 1)];
  if (bounds.at(-1) !== text.length) bounds.push(text.length);
  const last = bounds.length - 1 - skip;
  const end = bounds[last] ?? 0;
  return bounds.slice(0, Math.max(last, 0)).map((start) => [start, end]);
}
