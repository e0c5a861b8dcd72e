/** The merges of a writer: which are begun, of what, and what comes of them. */
import type { StoredCompression } from '../codec/v1/stored_fields/block_compression.js';
import { ForcedMerge } from '../merge/forced_merge.js';
import type { MergeJob } from '../merge/merge_job.js';
import {
  chooseMerge,
  countMerges,
  type MergeCandidate,
  type TieredOptions,
} from '../merge/tiered.js';
import type { Directory } from '../store/directory.js';
import type { IndexSort } from './index_sort.js';
import { mergedSegment, RunningMerges } from './running_merges.js';
import type { SegmentHandle } from './snapshot.js';
import type { WriterSegments } from './writer_segments.js';

export interface WriterMergesOptions {
  readonly directory: Directory;
  readonly segments: WriterSegments;
  readonly compression: StoredCompression;
  readonly sort: IndexSort;
  readonly policy: TieredOptions;
  /** Deleted documents stay from this sequence number on. */
  readonly retainFrom: () => number;
}

export class WriterMerges {
  /** How merges are chosen from now on. */
  policy: TieredOptions;
  readonly #options: WriterMergesOptions;
  readonly #running = new RunningMerges();

  constructor(options: WriterMergesOptions) {
    this.policy = options.policy;
    this.#options = options;
  }

  /** Begins what the policy wants most, of segments no other merge has. */
  start(): MergeJob | undefined {
    const names = chooseMerge(this.#free(), this.policy);
    return names && this.#begin(names);
  }

  /** Merges the policy wants beside those under way; no more are counted than `most`. */
  wanted(most: number): number {
    return countMerges(this.#free(), this.policy, most);
  }

  forced(maxSegments: number, onlyExpungeDeletes: boolean): ForcedMerge {
    const percent = this.policy.expungeDeletesPercent;
    const expungeAbovePercent = onlyExpungeDeletes ? percent : undefined;
    const names = this.#options.segments.all.map(({ name }) => name);
    return new ForcedMerge({ maxSegments, expungeAbovePercent }, names);
  }

  startForced(forced: ForcedMerge): MergeJob | undefined {
    const names = forced.next(this.#options.segments.candidates());
    const job = names && this.#begin(names);
    if (job !== undefined) forced.made(job.name);
    return job;
  }

  /** Its segment takes the place of its sources; if it was given up, it is a stranger. */
  finish(job: MergeJob): void {
    const { segments, directory } = this.#options;
    const merge = this.#running.end(job.name);
    if (merge === undefined) segments.strange(job.name);
    else segments.replace(merge.sources, mergedSegment(merge, directory));
  }

  /** Whether it was still wanted. */
  abandon(job: MergeJob): boolean {
    return this.#running.end(job.name) !== undefined;
  }

  stopAll(): void {
    this.#running.stopAll();
  }

  /** What the merges read, which must stay. */
  handles(): SegmentHandle[][] {
    return this.#running.handles();
  }

  #free(): MergeCandidate[] {
    const candidates = this.#options.segments.candidates();
    return candidates.filter(({ name }) => !this.#running.hasSource(name));
  }

  #begin(names: readonly string[]): MergeJob {
    const { segments, compression, sort, retainFrom } = this.#options;
    const sources = segments.all.filter((segment) => names.includes(segment.name));
    const name = segments.newName();
    return this.#running.begin(sources, { name, compression, sort, retainFrom: retainFrom() });
  }
}
