/**
 * The merges of one engine: started here, run by another component, finished here. They are counted
 * when they are done, as in OpenSearch.
 */
import {
  type ForcedMerge,
  type IndexWriter,
  MergeControl,
  type MergeJob,
} from '@skein/search_library';
import type { OperationCounters } from './engine_stats.js';

interface EngineMergesOptions {
  readonly writer: IndexWriter;
  readonly counters: OperationCounters;
  /** Runs an action that may touch the disk; an error ends the engine. */
  readonly fatal: <T>(action: () => T) => T;
  /** False for a copy that follows another copy's segments: it merges none. */
  readonly mayMerge: () => boolean;
  /** Called before a merge is started, which leaves out history that is no longer retained. */
  readonly onStart: () => void;
  /** Called when a refresh would show something. */
  readonly onChange: () => void;
}

export class EngineMerges {
  readonly #options: EngineMergesOptions;
  readonly #running = new Set<MergeJob>();

  constructor(options: EngineMergesOptions) {
    this.#options = options;
  }

  /** Documents and bytes that running merges read. */
  get current(): { readonly count: number; readonly docs: number; readonly bytes: number } {
    let [docs, bytes] = [0, 0];
    for (const job of this.#running) {
      docs += docsOf(job);
      bytes += bytesOf(job);
    }
    return { count: this.#running.size, docs, bytes };
  }

  /**
   * Starts the merge that the policy wants most; `undefined` when it wants none. The caller runs
   * the merge, then finishes or abandons it.
   */
  start(): MergeJob | undefined {
    const { writer, fatal, mayMerge, onStart } = this.#options;
    if (!mayMerge()) return undefined;
    onStart();
    return this.#begun(fatal(() => writer.startMerge()));
  }

  /** Number of merges the policy wants besides the running ones, counted up to `most`. */
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

  /** The work of a forced merge; everything written so far takes part. */
  forced(maxSegments: number, onlyExpungeDeletes: boolean): ForcedMerge {
    const { writer, fatal } = this.#options;
    return fatal(() => writer.forceMergeOf(maxSegments, onlyExpungeDeletes));
  }

  /** Finishes a job that was run in `tookMs`. */
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
