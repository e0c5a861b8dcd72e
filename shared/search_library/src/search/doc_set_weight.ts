/**
 * Weights of queries that select documents and score all of them alike: ranges, sets of terms,
 * existence and others.
 */
import type { DocIterator, SegmentReader } from '../index/segment_reader.js';
import type { DocFilter } from './columns/doc_filter.js';
import { addDocs, BitSetIterator } from './iterators/bit_set.js';
import { type DocBits, type KernelNode, NOTHING } from './kernels/kernel_node.js';
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
  /** `null`: no document of the segment matches. */
  docSet(segment: SegmentReader): DocSet | null;
  /**
   * Like `Weight.kernel`, but without the score; absent: the kernel gets the documents of the set
   * one by one.
   */
  kernel?(segment: SegmentReader): KernelNode | undefined;
  /** See `Weight.selection`. */
  readonly selection?: Selection;
  /** See `Weight.count`. */
  count?(segment: SegmentReader): number;
}

export function docSetWeight(source: DocSetSource, score: number): Weight {
  const docSet = rememberLast((segment) => source.docSet(segment));
  return {
    scorerSupplier(segment): ScorerSupplier | null {
      const set = docSet(segment);
      if (set === null) return null;
      return {
        cost: set.cost,
        get: (leadCost) => new ConstantScorer(set.docs(leadCost), score),
        filter: set.filter,
      };
    },
    kernel(segment): KernelNode | undefined {
      const node = source.kernel === undefined ? docsNode(docSet(segment)) : source.kernel(segment);
      return node && { kind: 'constant', node, score };
    },
    count: (segment) => source.count?.(segment) ?? -1,
    selection: source.selection,
  };
}

function docsNode(set: DocSet | null): KernelNode {
  if (set === null) return NOTHING;
  const { cost } = set;
  const mark = ({ words }: DocBits): void => {
    const docs = set.docs(Number.POSITIVE_INFINITY);
    if (docs instanceof BitSetIterator) words.set(docs.words);
    else addDocs(words, docs);
  };
  return { kind: 'docs', cost, mark };
}

/**
 * Remembers the last set, because the planner of kernels requests it first, and the scorer again if
 * kernels cannot use it.
 */
function rememberLast(
  find: (segment: SegmentReader) => DocSet | null,
): (segment: SegmentReader) => DocSet | null {
  let last: { segment: SegmentReader; set: DocSet | null } | undefined;
  return (segment) => {
    if (last?.segment !== segment) last = { segment, set: find(segment) };
    return last.set;
  };
}
