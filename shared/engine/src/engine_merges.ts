/** The merges of one engine: begun here, run by somebody else, finished here. Counts them in the reference's way: when they are done. */
import {
  type ForcedMerge,
  type IndexWriter,
  MergeControl,
  type MergeJob,
} from '@skein/search_library';
import type { OperationCounters } from './engine_stats.js';

export interface EngineMergesOptions {
  readonly writer: IndexWriter;
  readonly counters: OperationCounters;
  /** Runs what may touch the disk: an error ends the engine. */
  readonly fatal: <T>(action: () => T) => T;
  /** A copy that follows another's segments merges none. */
  readonly mayMerge: () => boolean;
  /** Before a merge is begun, which leaves out what is not retained any more. */
  readonly onStart: () => void;
  /** There is something a refresh would show. */
  readonly onChange: () => void;
}

export class EngineMerges {
  readonly #options: EngineMergesOptions;
  readonly #running = new Set<MergeJob>();

  constructor(options: EngineMergesOptions) {
    this.#options = options;
  }

  /** Documents and bytes that merges under way are reading. */
  get current(): { readonly count: number; readonly docs: number; readonly bytes: number } {
    let [docs, bytes] = [0, 0];
    for (const job of this.#running) {
      docs += docsOf(job);
      bytes += bytesOf(job);
    }
    return { count: this.#running.size, docs, bytes };
  }

  /** The merge the policy wants most, begun; `undefined` when it wants none. Whoever gets it runs it, then finishes or abandons it. */
  start(): MergeJob | undefined {
    const { writer, fatal, mayMerge, onStart } = this.#options;
    if (!mayMerge()) return undefined;
    onStart();
    return this.#begun(fatal(() => writer.startMerge()));
  }

  /** Merges the policy wants beside those under way; no more are counted than `most`. */
  wanted(most: number): number {
    const { writer, mayMerge } = this.#options;
    return mayMerge() ? writer.wantedMerges(most) : 0;
  }

  startForced(forced: ForcedMerge): MergeJob | undefined {
    const { writer, fatal, mayMerge, onStart } = this.#options;
    if (!mayMerge()) return undefined;
    onStart();
    return this.#begun(fatal(() => writer.startForcedMerge(forced)));
  }

  /** What a forced merge has to do; everything written so far takes part. */
  forced(maxSegments: number, onlyExpungeDeletes: boolean): ForcedMerge {
    const { writer, fatal } = this.#options;
    return fatal(() => writer.forceMergeOf(maxSegments, onlyExpungeDeletes));
  }

  /** The job has been run in `tookMs`. */
  finish(job: MergeJob, tookMs: number): void {
    const { writer, counters, fatal, onChange } = this.#options;
    this.#running.delete(job);
    fatal(() => writer.finishMerge(job));
    counters.mergeTotal++;
    counters.mergeTimeMs += tookMs;
    counters.mergeDocs += docsOf(job);
    counters.mergeBytes += bytesOf(job);
    counters.mergeHeldBackMs += new MergeControl(job.control).heldBackMs;
    onChange();
  }

  abandon(job: MergeJob): void {
    this.#running.delete(job);
    this.#options.writer.abandonMerge(job);
  }

  #begun(job: MergeJob | undefined): MergeJob | undefined {
    if (job !== undefined) this.#running.add(job);
    return job;
  }
}

function docsOf({ segments }: MergeJob): number {
  return segments.reduce((sum, { liveCount }) => sum + liveCount, 0);
}

export function bytesOf({ segments }: Pick<MergeJob, 'segments'>): number {
  return segments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
