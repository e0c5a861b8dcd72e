/** The tokens of a term vector in the order of their positions. */
import type { TermVectors } from '@skein/search_library';

export interface VectorToken {
  readonly text: string;
  readonly position: number;
  /** UTF-16 offsets in the document's values, which are joined with one unit between them. */
  readonly start: number;
  readonly end: number;
}

/** `isWanted` chooses terms by their ordinals; absent: all terms. */
export function vectorTokens(
  vectors: TermVectors,
  doc: number,
  textOf: (ordinal: number) => string,
  isWanted?: (ordinal: number) => boolean,
): VectorToken[] {
  const tokens: VectorToken[] = [];
  for (const { ordinal, positions, startOffsets, endOffsets } of vectors.vector(doc, isWanted)) {
    const text = textOf(ordinal);
    positions.forEach((position, i) => {
      tokens.push({
        text,
        position,
        start: startOffsets[i] ?? 0,
        end: endOffsets[i] ?? 0,
      });
    });
  }
  return tokens.sort((a, b) => a.position - b.position);
}
