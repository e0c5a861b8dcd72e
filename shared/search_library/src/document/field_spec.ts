/**
 * The layout of one field in a segment, which the mapping decides. If two documents have the same
 * field name with different specs, the caller is at fault.
 */
import type { VectorSpec } from '../vectors/vector_spec.js';

/** The contents of a field's postings. Each level includes the ones before it. */
export type PostingsDetail = 'none' | 'docs' | 'freqs' | 'positions' | 'offsets';

/**
 * The column (doc values) of a field:
 * - `long`: 64-bit integers, exact; `double`: IEEE doubles;
 * - `ordinal`: byte strings as ordinals of a sorted set; `geo`: latitude and longitude;
 * - `vector`: one vector per document;
 * - `shape`: shapes on the globe as triangles; `plane`: the same on a plane of floats.
 *
 * Every column except `vector` may hold several values per document.
 */
export type ColumnKind =
  | 'none'
  | 'long'
  | 'double'
  | 'ordinal'
  | 'geo'
  | 'vector'
  | 'shape'
  | 'plane';

/** Details that are kept of each occurrence, beside the frequency. */
export interface TermVectorDetail {
  readonly positions: boolean;
  readonly offsets: boolean;
}

export interface FieldSpec {
  /** Full path, such as `author.name.raw`. */
  readonly name: string;
  readonly postings: PostingsDetail;
  /** True if field lengths are kept for scoring (one byte per document). */
  readonly norms: boolean;
  /**
   * True if tokens at the position of another one count in the length. Used while indexing only,
   * not stored in the segment.
   */
  readonly countsOverlaps?: boolean;
  readonly column: ColumnKind;
  /**
   * True if a point index (sorted values with their documents) answers ranges on this field. Only
   * for `long`, `double` and `geo` columns.
   */
  readonly points: boolean;
  /** Details of the term vectors; absent: none are kept. Only with postings. */
  readonly termVector?: TermVectorDetail | undefined;
  /** True if inputs of suggestions are kept; absent: none are. */
  readonly completions?: boolean;
  /** Given for `vector` columns. */
  readonly vector?: VectorSpec | undefined;
}

/** True if the field's postings have positions. */
export function hasPositions({ postings }: Pick<FieldSpec, 'postings'>): boolean {
  return postings === 'positions' || postings === 'offsets';
}
