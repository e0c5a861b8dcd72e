/**
 * How one field is laid out in a segment. The mapping decides it; the library only obeys. Two documents that bring the same
 * field name with different specs are a fault of the caller.
 */
import type { VectorSpec } from '../vectors/vector_spec.js';

/** What the postings of a field hold. Each level includes the ones before it. */
export type PostingsDetail = 'none' | 'docs' | 'freqs' | 'positions' | 'offsets';

/**
 * The column (doc values) of a field:
 * - `long`: 64-bit integers, exact; `double`: IEEE doubles;
 * - `ordinal`: byte strings as ordinals of a sorted set; `geo`: latitude and longitude; `vector`: one vector a document; `shape`: shapes on the globe as triangles; `plane`: the same on a
 *   plane of floats.
 * Every other column may hold several values a document.
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

/** What is kept of each occurrence beside how many there are. */
export interface TermVectorDetail {
  readonly positions: boolean;
  readonly offsets: boolean;
}

export interface FieldSpec {
  /** Full path, such as `author.name.raw`. */
  readonly name: string;
  readonly postings: PostingsDetail;
  /** Whether lengths are kept for scoring (one byte a document). */
  readonly norms: boolean;
  /** Whether tokens at the place of another count for the length; only while indexing, not kept in the segment. */
  readonly countsOverlaps?: boolean;
  readonly column: ColumnKind;
  /** Whether a point index (sorted values with their documents) answers ranges on this field. Only `long`, `double`, `geo` columns. */
  readonly points: boolean;
  /** Absent: the terms of a document are not kept by document. Only with postings. */
  readonly termVector?: TermVectorDetail | undefined;
  /** Whether inputs of suggestions are kept; absent: none are. */
  readonly completions?: boolean;
  /** Of `vector` columns. */
  readonly vector?: VectorSpec | undefined;
}
