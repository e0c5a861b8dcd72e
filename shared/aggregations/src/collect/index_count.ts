/**
 * Counts buckets by the index alone. The values are sorted, so that those of a bucket are adjacent,
 * and only the boundaries between buckets have to be found. OpenSearch's filter rewrite does this
 * on the tree of points; here the leaves are stretches of the sorted values.
 */
import { firstWhere } from '@skein/base';
import type { JsonObject } from '@skein/content';
import type { SortedNumbers } from '../values/sorted_numbers.js';
import { DOC_COUNT } from './doc_counts.js';
import type { KnownMatches } from './known_matches.js';

/** The number of values in a leaf, as in Lucene's points. */
const LEAF_VALUES = 512;

/**
 * The most steps of a segment: finding more costs as much as reading the documents. The default of
 * `search.max_aggregation_rewrite_filters`.
 */
const MAX_STEPS = 3000;

interface CountedSteps {
  /** The step of a value; it ascends with the value. */
  readonly stepOf: (value: number) => number;
  /** Adds `count` values to a step; the same step may be added several times. */
  readonly add: (step: number, count: number) => void;
}

interface Run extends CountedSteps {
  readonly sorted: SortedNumbers;
}

export class IndexCount {
  #optimized = 0;
  #others = 0;
  #leaves = 0;
  #inner = 0;

  /**
   * Returns true if the matches were counted. `sorted` is `undefined` if their values are not
   * available in order.
   */
  count(
    { reader }: KnownMatches,
    sorted: SortedNumbers | undefined,
    steps: CountedSteps | undefined,
  ): boolean {
    if (sorted === undefined || steps === undefined) return this.#refuse();
    const { at, from, to } = sorted;
    const { stepOf } = steps;
    const spread = from < to ? stepOf(at(to - 1)) - stepOf(at(from)) : 0;
    // The index does not know the `_doc_count` of documents.
    const isWeighted = reader.numbers(DOC_COUNT) !== undefined;
    if (isWeighted || !(spread <= MAX_STEPS)) return this.#refuse();
    const run = { ...steps, sorted };
    for (let start = from; start < to; ) {
      const end = this.#inOneStep(start, run);
      start = end > start ? end : this.#leaf(start, run);
    }
    this.#optimized++;
    return true;
  }

  #refuse(): false {
    this.#others++;
    return false;
  }

  /**
   * Counts whole leaves from `start` on that are in one step, and returns their end; returns
   * `start` if the first leaf is not in one step.
   */
  #inOneStep(start: number, { sorted, stepOf, add }: Run): number {
    const { at, to } = sorted;
    const step = stepOf(at(start));
    let end = leafEnd(start, to);
    if (stepOf(at(end - 1)) !== step) return start;
    if (start % LEAF_VALUES !== 0) this.#seen(end, sorted);
    else if (isWhole(end, sorted)) this.#inner++;
    for (let width = LEAF_VALUES; end + width <= to; width *= 2) {
      if (stepOf(at(end + width - 1)) !== step) break;
      end += width;
    }
    add(step, end - start);
    return end;
  }

  #leaf(first: number, { sorted, stepOf, add }: Run): number {
    const { at, to } = sorted;
    const end = leafEnd(first, to);
    for (let start = first; start < end; ) {
      const step = stepOf(at(start));
      const next = firstWhere(end, (i) => stepOf(at(i)) !== step, start + 1);
      add(step, next - start);
      start = next;
    }
    this.#seen(end, sorted);
    return end;
  }

  /** Counts a leaf as OpenSearch does: not the one inside which the matches end. */
  #seen(end: number, sorted: SortedNumbers): void {
    if (isWhole(end, sorted)) this.#leaves++;
  }

  /** Empty unless some segment was counted by the index. */
  get debug(): JsonObject {
    if (this.#optimized === 0) return {};
    return {
      optimized_segments: this.#optimized,
      unoptimized_segments: this.#others,
      leaf_visited: this.#leaves,
      inner_visited: this.#inner,
    };
  }
}

function leafEnd(start: number, to: number): number {
  return Math.min(start - (start % LEAF_VALUES) + LEAF_VALUES, to);
}

function isWhole(end: number, { count }: SortedNumbers): boolean {
  return end % LEAF_VALUES === 0 || end === count;
}
