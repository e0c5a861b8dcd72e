/**
 * Query -> Weight -> Scorer, as in Lucene. A `Query` is frozen data that is independent of any
 * index. A `Weight` is a query bound to a searcher's statistics. A `Scorer` iterates over the
 * matching documents of one segment.
 */

import type { SegmentReader } from '../index/segment_reader.js';
import type { DocFilter } from './columns/doc_filter.js';
import type { ExplainedDoc } from './explain/explain_weight.js';
import type { Explanation } from './explain/explanation.js';
import type { IndexSearcher } from './index_searcher.js';
import type { KernelNode } from './kernels/kernel_node.js';
import type { QueryTraits } from './query_traits.js';
import type { Scorer } from './scorer.js';
import type { Selection } from './selection.js';

export interface Query extends QueryTraits {
  /**
   * Lucene's class name without `Query`: `term`, `boolean`, and so on. A query recognises others by
   * it when it rewrites.
   */
  readonly kind: string;
  /** Its name in profiles, in Lucene's words; absent: its kind. */
  readonly profileName?: string;
  /** The queries inside this one, in the given order. Absent: a leaf. */
  readonly children?: readonly Query[];
  /** The number of clauses that a leaf stands for in the limit of clauses. Absent: 1. */
  readonly leafCount?: number;
  /**
   * The query in Lucene's notation, for messages, profiles and explanations: `title:fox`, `+a -b`.
   */
  toString(): string;
  /** A simpler equivalent query, or itself. */
  rewrite(searcher: IndexSearcher): Query;
  /**
   * `boost` is the product of the boosts around this query. `needsScores: false` allows cheaper
   * scorers.
   */
  createWeight(searcher: IndexSearcher, needsScores: boolean, boost: number): Weight;
}

export interface Weight {
  /** `null` when nothing in the segment can match. */
  scorerSupplier(segment: SegmentReader): ScorerSupplier | null;
  /**
   * Describes the scorer's work to a kernel, for a segment with `memory`. Absent or `undefined`: no
   * kernel can do it.
   */
  kernel?(segment: SegmentReader): KernelNode | undefined;
  /**
   * Exact number of live matches if it is known without iterating (a term in a segment without
   * deletes and so on), else -1.
   */
  count(segment: SegmentReader): number;
  /** Bounds of the matches. Absent: unknown. */
  readonly selection?: Selection | undefined;
  /**
   * Explains the score of a document, or why it does not match. Absent: the explanation of a
   * constant score.
   */
  readonly explain?: (place: ExplainedDoc) => Explanation;
}

/**
 * Makes a scorer. Its cost is known before that work, so that the parent can choose the leading
 * clause.
 */
export interface ScorerSupplier {
  /** Upper bound on the number of the scorer's documents. */
  readonly cost: number;
  /**
   * Makes the scorer; call it once. `leadCost` bounds the number of documents it will be asked
   * about; `Infinity` when it leads and is read from end to end. Deleted documents are NOT left
   * out: the searcher does that.
   */
  get(leadCost: number): Scorer;
  /** A cheap test of given documents, used instead of a scorer for a clause without a score. */
  readonly filter?: DocFilter | undefined;
}
