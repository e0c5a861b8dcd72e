/**
 * Buckets counted by the index alone: values are there in order, so that those of a bucket lie together, and only where one bucket ends and the next begins has to be
 * found. What OpenSearch's filter rewrite does on the tree of points; here leaves are stretches of the sorted values.
 */
import type { JsonObject } from '@skein/content';
import { firstWhere, type SortedNumbers } from '../values/sorted_numbers.js';
import { DOC_COUNT } from './doc_counts.js';
import type { KnownMatches } from './known_matches.js';

/** Values of a leaf: as many as Lucene has in one. */
const LEAF_VALUES = 512;

/** Steps of a segment; more cost as much to find as documents to look at. The standard of `search.max_aggregation_rewrite_filters`. */
const MAX_STEPS = 3000;

export interface CountedSteps {
  /** Of a value; ascends with it. */
  readonly stepOf: (value: number) => number;
  /** So many values are in this step; a step may come several times. */
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

  /** Whether the matches were counted. `sorted`: `undefined` where their values are not to be had in order. */
  count(
    { reader }: KnownMatches,
    sorted: SortedNumbers | undefined,
    steps: CountedSteps | undefined,
  ): boolean {
    if (sorted === undefined || steps === undefined) return this.#refuse();
    const { at, from, to } = sorted;
    const { stepOf } = steps;
    const spread = from < to ? stepOf(at(to - 1)) - stepOf(at(from)) : 0;
    // What documents stand for is told by documents alone.
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

  /** The end of whole leaves from here on that are in one step, which is counted; the start: this leaf is not. */
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

  /** As OpenSearch counts leaves: not the one in the midst of which it comes to the end of the matches. */
  #seen(end: number, sorted: SortedNumbers): void {
    if (isWhole(end, sorted)) this.#leaves++;
  }

  /** Nothing, unless it could be done for some segment. */
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
