/** Describes a term of a segment for the kernels: addresses in the segment's arena. */
import type { SegmentReader } from '../../index/segment_reader.js';
import { Bm25Scorer } from '../similarity/bm25.js';
import type { SimilarityScorer } from '../similarity/similarity.js';
import type { KernelTerm } from './kernel_node.js';

interface SegmentTerm {
  readonly segment: SegmentReader;
  readonly field: string;
  readonly ordinal: number;
  /** `undefined` if the term is not scored. */
  readonly similarity: SimilarityScorer | undefined;
}

/** Returns `undefined` if kernels cannot read the term or cannot compute its scores. */
export function termNode(term: SegmentTerm): KernelTerm | undefined {
  const { segment, field, ordinal, similarity } = term;
  const postings = segment.terms(field)?.address?.(ordinal);
  if (postings === undefined) return undefined;
  if (similarity !== undefined && !(similarity instanceof Bm25Scorer)) return undefined;
  const norms = similarity === undefined ? undefined : segment.norms(field);
  return { kind: 'term', postings, norms: norms?.byteOffset ?? 0, similarity };
}
