/**
 * Merges that have started and whose segments are not in the index yet. Deletions of documents that
 * a merge had already copied are applied at its end.
 */
import { assert } from '@skein/base';
import { hasBit } from '../codec/bit_set.js';
import { orderDocs } from '../merge/doc_order.js';
import { MergeControl } from '../merge/merge_control.js';
import type { MergeJob } from '../merge/merge_job.js';
import { stopMerge } from '../merge/merge_job.js';
import type { Directory } from '../store/directory.js';
import { newLiveness } from './read_liveness.js';
import type { SegmentHandle } from './snapshot.js';
import type { NewWriterSegment, WriterSegment } from './writer_segment.js';

interface RunningMerge {
  readonly job: MergeJob;
  /** The merged segments, in the order of the job's segments. */
  readonly sources: readonly WriterSegment[];
}

/** The properties of the segment that a merge makes. */
type MergeTarget = Pick<MergeJob, 'name' | 'compression' | 'sort' | 'retainFrom'>;

export class RunningMerges {
  readonly #merges = new Map<string, RunningMerge>();

  /** Starts a merge of segments that are in no other merge. */
  begin(sources: readonly WriterSegment[], target: MergeTarget): MergeJob {
    assert(sources.length > 0, 'nothing to merge');
    const segments = sources.map((segment) => segment.handle());
    const job: MergeJob = { ...target, segments, control: new MergeControl().shared };
    this.#merges.set(job.name, { job, sources });
    return job;
  }

  /** Removes and returns a merge; `undefined` when it was cancelled. */
  end(name: string): RunningMerge | undefined {
    const merge = this.#merges.get(name);
    this.#merges.delete(name);
    return merge;
  }

  /** True if a merge reads this segment. */
  hasSource(name: string): boolean {
    for (const { sources } of this.#merges.values()) {
      if (sources.some((source) => source.name === name)) return true;
    }
    return false;
  }

  /** The segments that merges read, whose files must stay. */
  handles(): SegmentHandle[][] {
    return [...this.#merges.values()].map(({ job }) => [...job.segments]);
  }

  stopAll(): void {
    for (const { job } of this.#merges.values()) stopMerge(job);
    this.#merges.clear();
  }
}

/** The segment that a merge has written; documents deleted meanwhile are marked in it. */
export function mergedSegment(merge: RunningMerge, directory: Directory): NewWriterSegment {
  const { name } = merge.job;
  const liveness = newLiveness(directory, name, deletedMeanwhile(merge));
  return { name, ...liveness, committed: false };
}

/** Documents of the merged segment that were live when the merge began and are deleted now. */
function deletedMeanwhile({ job, sources }: RunningMerge): Uint32Array {
  const isSame = sources.every(({ liveCount }, i) => liveCount === job.segments[i].liveCount);
  if (isSame) return new Uint32Array(0);
  const before = sources.map((source, i) => source.readerOf(job.segments[i]));
  const deleted: number[] = [];
  orderDocs(before, job).sources.forEach(({ segment, newDocs }, i) => {
    const now = sources[i].liveDocs;
    if (now === null) return;
    const { liveDocs } = segment;
    for (let doc = 0; doc < newDocs.length; doc++) {
      const wasLive = liveDocs === null || hasBit(liveDocs, doc);
      if (wasLive && !hasBit(now, doc)) deleted.push(newDocs[doc]);
    }
  });
  for (const reader of before) reader.letGo();
  return Uint32Array.from(deleted);
}
