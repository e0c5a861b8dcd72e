/**
 * Fragmenters of `plain`: a new fragment begins before a word that would exceed the fragment size.
 */
import { ApiError } from '@skein/errors';
import type { TextTokens } from '../field_text.js';
import type { WeightedWords } from './weighted_words.js';

/**
 * A fragmenter of one value: true if the word begins a new fragment. It is called in order for each
 * word that overlaps none before it, except for the first.
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
    const isNew = (ends[word] ?? 0) >= Math.imul(size, fragments);
    if (isNew) fragments++;
    return isNew;
  };
}

/**
 * Cuts no span, and leaves no last fragment shorter than half the size. As in Lucene, it counts the
 * positions only of the words for which it is called.
 */
function spanning({ length, tokens, words }: Value, size: number): Fragmenter {
  const isLong = simple(tokens, size);
  let position = -1;
  let spanEnd = -1;
  return (word) => {
    position += increment(tokens, word);
    if (spanEnd > position) return false;
    const last = words.get(tokens.terms[word] ?? '')?.spanEnds.get(position);
    spanEnd = last === undefined ? -1 : last + 1;
    const isShort = length - (tokens.ends[word] ?? 0) < size >>> 1;
    return !isShort && isLong(word);
  };
}

function increment({ positions }: TextTokens, word: number): number {
  return (positions[word] ?? 0) - (positions[word - 1] ?? -1);
}
