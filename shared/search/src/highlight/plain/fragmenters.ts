/** Where `plain` begins a new fragment: before a word that goes beyond so many characters. */
import { ApiError } from '@skein/errors';
import type { TextTokens } from '../field_text.js';
import type { WeightedWords } from './weighted_words.js';

/**
 * Of one value: whether the word begins a fragment. Asked in order of each word that lies over none
 * before it, but for the first.
 */
export type Fragmenter = (word: number) => boolean;

interface Value {
  readonly length: number;
  readonly tokens: TextTokens;
  readonly words: WeightedWords;
}

export type FragmenterOf = (value: Value) => Fragmenter;

export function whole(): Fragmenter {
  return () => false;
}

export function fragmenterNamed(name: string | undefined, size: number, field: string) {
  if (name === undefined || name === 'span') return (value: Value) => spanning(value, size);
  if (name === 'simple') return ({ tokens }: Value) => simple(tokens, size);
  throw new ApiError(
    'illegal_argument_exception',
    `unknown fragmenter option [${name}] for the field [${field}]`,
  );
}

function simple({ ends }: TextTokens, size: number): Fragmenter {
  let fragments = 1;
  return (word) => {
    const isNew = (ends[word] as number) >= Math.imul(size, fragments);
    if (isNew) fragments++;
    return isNew;
  };
}

/**
 * Cuts no span, and leaves no last fragment that is shorter than half the size. As in Lucene, it
 * counts the positions of the words that it is asked of alone.
 */
function spanning({ length, tokens, words }: Value, size: number): Fragmenter {
  const isLong = simple(tokens, size);
  let position = -1;
  let spanEnd = -1;
  return (word) => {
    position += increment(tokens, word);
    if (spanEnd > position) return false;
    const inside = words
      .get(tokens.terms[word] as string)
      ?.spans.find(({ start }) => start === position);
    spanEnd = inside === undefined ? -1 : inside.end + 1;
    const isShort = length - (tokens.ends[word] as number) < size >>> 1;
    return !isShort && isLong(word);
  };
}

function increment({ positions }: TextTokens, word: number): number {
  return (positions[word] as number) - (positions[word - 1] ?? -1);
}
