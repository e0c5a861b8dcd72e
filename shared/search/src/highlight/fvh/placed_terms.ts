/** The wanted words of a document in the order of their positions, read from its term vector. */
import { utf8 } from '@skein/bytes';
import type { SegmentReader } from '@skein/search_library';

export interface PlacedTerm {
  readonly text: string;
  readonly position: number;
  /** UTF-16 offsets in the document's values, which are joined with one unit between them. */
  readonly start: number;
  readonly end: number;
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
  const found: Omit<PlacedTerm, 'beside'>[] = [];
  const kept = vectors.vector(doc, (ordinal) => wanted.has(ordinal));
  for (const { ordinal, positions, startOffsets, endOffsets } of kept) {
    const text = wanted.get(ordinal) as string;
    positions.forEach((position, i) => {
      found.push({
        text,
        position,
        start: startOffsets[i] as number,
        end: endOffsets[i] as number,
      });
    });
  }
  return byPlace(found.sort((a, b) => a.position - b.position));
}

function byPlace(found: readonly Omit<PlacedTerm, 'beside'>[]): readonly PlacedTerm[] {
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
