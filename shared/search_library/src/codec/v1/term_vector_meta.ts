/** The meta numbers of a part with term vectors. */
import type { TermVectorDetail } from '../../document/field_spec.js';

const POSITIONS = 1;
const OFFSETS = 2;

export function termVectorFlags({ positions, offsets }: TermVectorDetail): number {
  return (positions ? POSITIONS : 0) | (offsets ? OFFSETS : 0);
}

export function termVectorDetailOf([flags]: readonly number[]): TermVectorDetail {
  return { positions: (flags & POSITIONS) !== 0, offsets: (flags & OFFSETS) !== 0 };
}
