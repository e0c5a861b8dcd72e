/** Merges that were begun and are not in the index yet; deletions of documents they already copied are made up for at the end. */
import { assert } from '@skein/base';
import { clearBit, countBits, fillBits, hasBit, makeBitSet } from '../codec/bit_set.js';
import { openSegmentHead, readSegmentHead } from '../codec/v1/segment_file.js';
import { liveBitsOf } from '../memory/live_bits.js';
import { orderDocs } from '../merge/doc_order.js';
import { MergeControl } from '../merge/merge_control.js';
import type { MergeJob } from '../merge/merge_job.js';
import { stopMerge } from '../merge/merge_job.js';
import type { Directory } from '../store/directory.js';
import type { SegmentHandle } from './snapshot.js';
import type { NewWriterSegment, WriterSegment } from './writer_segment.js';

export interface RunningMerge {
  readonly job: MergeJob;
  /** In the order of the job's segments. */
  readonly sources: readonly WriterSegment[];
}

/** What a merge is to make. */
type MergeTarget = Pick<MergeJob, 'name' | 'compression' | 'sort'>;

export class RunningMerges {
  readonly #merges = new Map<string, RunningMerge>();

  /** Of segments that no other merge has. */
  begin(sources: readonly WriterSegment[], target: MergeTarget): MergeJob {
    assert(sources.length > 0, 'nothing to merge');
    const segments = sources.map((segment) => segment.handle());
    const job: MergeJob = { ...target, segments, control: new MergeControl().shared };
    this.#merges.set(job.name, { job, sources });
    return job;
  }

  /** `undefined` when it was given up. */
  end(name: string): RunningMerge | undefined {
    const merge = this.#merges.get(name);
    this.#merges.delete(name);
    return merge;
  }

  /** Whether a merge reads this segment. */
  hasSource(name: string): boolean {
    for (const { sources } of this.#merges.values()) {
      if (sources.some((source) => source.name === name)) return true;
    }
    return false;
  }

  /** What the merges read, which must stay. */
  handles(): SegmentHandle[][] {
    return [...this.#merges.values()].map(({ job }) => [...job.segments]);
  }

  stopAll(): void {
    for (const { job } of this.#merges.values()) stopMerge(job);
    this.#merges.clear();
  }
}

/** The segment a merge has written, with what was deleted of its sources meanwhile. */
export function mergedSegment(merge: RunningMerge, directory: Directory): NewWriterSegment {
  const { name } = merge.job;
  const file = `${name}.seg`;
  const { docCount } = openSegmentHead(readSegmentHead(directory, file), file);
  const live = liveAfterMerge(merge, docCount);
  const liveDocs = live === null ? null : liveBitsOf(live);
  const liveCount = live === null ? docCount : countBits(live);
  const liveGeneration = live === null ? 0 : -1;
  return { name, docCount, liveDocs, liveCount, liveGeneration, committed: false };
}

/** Live documents of the merged segment, as words; `null` when all are. */
function liveAfterMerge({ job, sources }: RunningMerge, docCount: number): Uint32Array | null {
  const isSame = sources.every(({ liveCount }, i) => liveCount === job.segments[i].liveCount);
  if (isSame) return null;
  const before = sources.map((source, i) => source.readerOf(job.segments[i]));
  const live = allLive(docCount);
  orderDocs(before, job.sort).sources.forEach(({ newDocs }, i) => {
    const now = sources[i].liveDocs;
    if (now === null) return;
    for (let doc = 0; doc < newDocs.length; doc++) {
      if (newDocs[doc] >= 0 && !hasBit(now, doc)) clearBit(live, newDocs[doc]);
    }
  });
  return live;
}

function allLive(docCount: number): Uint32Array {
  const live = makeBitSet(docCount);
  fillBits(live, docCount);
  return live;
}
