/** The wanted words of a document in the order of their positions, read from its term vector. */
import { expectDefined } from '@skein/base';
import { utf8 } from '@skein/bytes';
import type { SegmentReader } from '@skein/search_library';
import { type VectorToken, vectorTokens } from '../vector_tokens.js';

export interface PlacedTerm extends VectorToken {
  /** All words at the same position, including this one. */
  readonly beside: readonly PlacedTerm[];
}

/** One word for each position. */
export function placedTerms(
  segment: SegmentReader,
  doc: number,
  { field, terms }: { readonly field: string; readonly terms: ReadonlySet<string> },
): readonly PlacedTerm[] {
  const vectors = segment.termVectors?.(field);
  const dictionary = segment.terms(field);
  if (vectors === undefined || dictionary === undefined || !vectors.has(doc)) return [];
  const wanted = new Map<number, string>();
  for (const text of terms) {
    const ordinal = dictionary.find(utf8(text));
    if (ordinal >= 0) wanted.set(ordinal, text);
  }
  const textOf = (ordinal: number): string =>
    expectDefined(wanted.get(ordinal), 'only wanted words are read');
  return byPlace(vectorTokens(vectors, doc, textOf, (ordinal) => wanted.has(ordinal)));
}

function byPlace(found: readonly VectorToken[]): readonly PlacedTerm[] {
  const places: PlacedTerm[] = [];
  let beside: PlacedTerm[] = [];
  for (const term of found) {
    if (beside[0]?.position !== term.position) beside = [];
    const placed = { ...term, beside };
    beside.push(placed);
    if (beside.length === 1) places.push(placed);
  }
  return places;
}
