/** The merges of a writer: it chooses and starts them, and takes their results. */
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

interface WriterMergesOptions {
  readonly directory: Directory;
  readonly segments: WriterSegments;
  readonly compression: StoredCompression;
  readonly sort: IndexSort;
  readonly policy: TieredOptions;
  /** Merges keep deleted documents from this sequence number on. */
  readonly retainFrom: () => number;
}

export class WriterMerges {
  /** The policy for later merges. */
  policy: TieredOptions;
  readonly #options: WriterMergesOptions;
  readonly #running = new RunningMerges();

  constructor(options: WriterMergesOptions) {
    this.policy = options.policy;
    this.#options = options;
  }

  /** Starts the merge the policy wants most, of segments in no other merge. */
  start(): MergeJob | undefined {
    const names = chooseMerge(this.#free(), this.policy);
    return names && this.#begin(names);
  }

  /** Counts the merges the policy wants beside the running ones, up to `most`. */
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

  /**
   * Replaces the sources by the merged segment. If the merge was cancelled, the segment does not
   * belong to the writer.
   */
  finish(job: MergeJob): void {
    const { segments, directory } = this.#options;
    const merge = this.#running.end(job.name);
    if (merge === undefined) segments.strange(job.name);
    else segments.replace(merge.sources, mergedSegment(merge, directory));
  }

  /** Cancels the merge; true if it was still running. */
  abandon(job: MergeJob): boolean {
    return this.#running.end(job.name) !== undefined;
  }

  stopAll(): void {
    this.#running.stopAll();
  }

  /** The segments that merges read, whose files must stay. */
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
