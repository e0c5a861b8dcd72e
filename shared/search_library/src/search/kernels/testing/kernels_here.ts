/** For tests: kernels as this thread runs them, compiled and as JavaScript. */
import type { SegmentReader } from '../../../index/segment_reader.js';
import { createSearcher } from '../../create_searcher.js';
import type { Query } from '../../query.js';
import { planKernel } from '../kernel_plan.js';
import { Kernels } from '../kernels.js';
import { compiledKernels } from './compiled_kernels.js';
import type { Searchers } from './expect_same_answers.js';

export const COMPILED = new Kernels({ wasm: compiledKernels(), minDocs: 1 });
export const PLAIN = new Kernels({ minDocs: 1 });

export function searchersOf(segments: readonly SegmentReader[]): Searchers {
  return {
    byScorers: createSearcher(segments),
    byJavaScript: createSearcher(segments, { kernels: PLAIN }),
    byWasm: createSearcher(segments, { kernels: COMPILED }),
  };
}

/** The number of queries that are the work of kernels. */
export function plannedCount(segment: SegmentReader, queries: readonly Query[]): number {
  const searcher = createSearcher([segment]);
  const frame = { maxDoc: segment.maxDoc, scoring: true, threshold: 0 };
  return queries.filter((query) => {
    const node = searcher.weight(query, true).kernel?.(segment);
    return node !== undefined && planKernel(node, frame) !== undefined;
  }).length;
}
