/**
 * The words of a document's text from its term vector, so that the text need not be analysed again.
 */
import { utf8Decode } from '@skein/bytes';
import type { MappedField } from '@skein/mapping';
import type { FetchHit } from '../../fetch/fetch_part.js';
import type { TextTokens } from '../field_text.js';
import type { MarkedWords } from './occurrences.js';

interface KeptToken {
  readonly term: string;
  readonly position: number;
  readonly start: number;
  readonly end: number;
}

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
  if (vectors === undefined || terms === undefined || !vectors.has(doc)) return columns([]);
  const textOf = (ordinal: number): string => utf8Decode(terms.term(ordinal));
  const isWanted = marked.needsAll
    ? undefined
    : (ordinal: number): boolean => marked.mayMark(textOf(ordinal));
  const tokens: KeptToken[] = [];
  for (const { ordinal, positions, startOffsets, endOffsets } of vectors.vector(doc, isWanted)) {
    const term = textOf(ordinal);
    positions.forEach((position, i) => {
      tokens.push({
        term,
        position,
        start: startOffsets[i] as number,
        end: endOffsets[i] as number,
      });
    });
  }
  return columns(tokens.sort((a, b) => a.position - b.position));
}

function columns(tokens: readonly KeptToken[]): TextTokens {
  return {
    terms: tokens.map(({ term }) => term),
    positions: tokens.map(({ position }) => position),
    starts: tokens.map(({ start }) => start),
    ends: tokens.map(({ end }) => end),
  };
}
