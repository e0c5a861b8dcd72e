/** Weights of queries that say which documents match and score all of them alike: ranges, sets of terms, existence … */
import type { DocIterator, SegmentReader } from '../index/segment_reader.js';
import type { DocFilter } from './columns/doc_filter.js';
import type { KernelNode } from './kernels/kernel_node.js';
import type { ScorerSupplier, Weight } from './query.js';
import { ConstantScorer } from './scorers/constant_scorer.js';
import type { Selection } from './selection.js';

export interface DocSet {
  /** Upper bound on the number of documents. */
  readonly cost: number;
  /** See `ScorerSupplier.get`. */
  docs(leadCost: number): DocIterator;
  /** See `ScorerSupplier.filter`. */
  readonly filter?: DocFilter | undefined;
}

export interface DocSetSource {
  /** `null`: no document of the segment. */
  docSet(segment: SegmentReader): DocSet | null;
  /** As `Weight.kernel`, the score left aside: such sets only filter in kernels. */
  kernel?(segment: SegmentReader): KernelNode | undefined;
  /** As `Weight.selection`. */
  readonly selection?: Selection;
  /** As `Weight.count`. */
  count?(segment: SegmentReader): number;
}

export function docSetWeight(source: DocSetSource, score: number): Weight {
  return {
    scorerSupplier(segment): ScorerSupplier | null {
      const set = source.docSet(segment);
      if (set === null) return null;
      return {
        cost: set.cost,
        get: (leadCost) => new ConstantScorer(set.docs(leadCost), score),
        filter: set.filter,
      };
    },
    kernel: (segment) => source.kernel?.(segment),
    count: (segment) => source.count?.(segment) ?? -1,
    selection: source.selection,
  };
}
