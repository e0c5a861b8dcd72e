/**
 * The words of a document's text from its term vector, so that the text need not be analysed again.
 */
import { utf8Decode } from '@skein/bytes';
import type { MappedField } from '@skein/mapping';
import type { FetchHit } from '../../fetch/fetch_part.js';
import type { TextTokens } from '../field_text.js';
import { type VectorToken, vectorTokens } from '../vector_tokens.js';
import type { MarkedWords } from './occurrences.js';

/**
 * The words that may be marked, or all words, by their positions; `undefined` when the index does
 * not keep them.
 */
export function keptTokens(
  { segment, doc }: FetchHit,
  { spec: { name, termVector } }: MappedField,
  marked: MarkedWords,
): TextTokens | undefined {
  if (!(termVector?.positions && termVector.offsets)) return undefined;
  const vectors = segment.termVectors?.(name);
  const terms = segment.terms(name);
  if (vectors === undefined || terms === undefined) return columns([]);
  const textOf = (ordinal: number): string => utf8Decode(terms.term(ordinal));
  const isWanted = marked.needsAll
    ? undefined
    : (ordinal: number): boolean => marked.mayMark(textOf(ordinal));
  return columns(vectorTokens(vectors, doc, textOf, isWanted));
}

function columns(tokens: readonly VectorToken[]): TextTokens {
  return {
    terms: tokens.map(({ text }) => text),
    positions: tokens.map(({ position }) => position),
    starts: tokens.map(({ start }) => start),
    ends: tokens.map(({ end }) => end),
  };
}
