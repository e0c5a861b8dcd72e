/**
 * Query -> Weight -> Scorer, as in Lucene. A `Query` is frozen data that knows nothing of an index. A `Weight` is a query
 * bound to a searcher's statistics. A `Scorer` walks the matching documents of one segment.
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
  /** The constructor's name without `Query`: `term`, `boolean`, … Lets one query recognise another when it rewrites. */
  readonly kind: string;
  /** As profiles call it, in Lucene's words; absent: its kind. */
  readonly profileName?: string;
  /** Queries inside this one, in the order given. Absent: a leaf. */
  readonly children?: readonly Query[];
  /** For messages, profiles and explanations, in Lucene's notation: `title:fox`, `+a -b`. */
  toString(): string;
  /** A simpler equivalent query, or itself. */
  rewrite(searcher: IndexSearcher): Query;
  /** `boost` is the product of the boosts around this query. `needsScores: false` allows cheaper scorers. */
  createWeight(searcher: IndexSearcher, needsScores: boolean, boost: number): Weight;
}

export interface Weight {
  /** `null` when nothing in the segment can match. */
  scorerSupplier(segment: SegmentReader): ScorerSupplier | null;
  /**
   * What a kernel needs to know to do the work of the scorer in the segment, which has `memory`. Absent or `undefined`: no kernel can.
   */
  kernel?(segment: SegmentReader): KernelNode | undefined;
  /** Exact number of live matches when that is known without walking (term on a segment without deletes …), else -1. */
  count(segment: SegmentReader): number;
  /** Absent: nothing is known. */
  readonly selection?: Selection | undefined;
  /** How the document comes to its score, or why it does not match. Absent: as all queries explain whose matches score alike. */
  readonly explain?: (place: ExplainedDoc) => Explanation;
}

/** A scorer not made yet: its cost is known before the work of making it, so that the parent can decide who leads. */
export interface ScorerSupplier {
  /** Upper bound on the documents the scorer would give. */
  readonly cost: number;
  /**
   * Makes the scorer; call once. `leadCost` bounds how many documents it will be asked about: `Infinity` when it leads and is walked
   * from end to end. Deleted documents are NOT left out: the searcher does that.
   */
  get(leadCost: number): Scorer;
  /** In the place of a scorer, for a clause whose score nobody wants: a cheap test of the documents of others. */
  readonly filter?: DocFilter | undefined;
}
