/**
 * A writer whose full buffers are written by another thread, at any moment, against one that writes
 * them itself: the same documents, the same history, and without merges the same files.
 */
import fc from 'fast-check';
import { checkIndex } from '../check/check_index.js';
import type { IndexableDocument } from '../document/indexable_document.js';
import { deleteTombstone } from '../document/tombstone.js';
import { SegmentSpace } from '../memory/segment_space.js';
import { enterSpace } from '../memory/thread_space.js';
import { type MergeJob, runMerge } from '../merge/merge_job.js';
import { Kernels } from '../search/kernels/kernels.js';
import { MemoryDirectory } from '../store/memory_directory.js';
import { type FlushJob, type FlushRun, memoryOf, runFlush } from './flush_job.js';
import { type IndexSort, UNSORTED } from './index_sort.js';
import { IndexWriter } from './index_writer.js';
import { openSegments } from './open_segments.js';
import { readSegmentHistory } from './segment_history.js';
import { BY_COUNT, dumpDocs, SPECS, smallSample, toIndexable } from './testing/sample_index.js';

const IDS = 12;
/** About six documents with their fields. */
const BUFFER_BYTES = 24_000;
const NO_CLOCK = { nowMs: () => 0, monotonicMs: () => 0 };

/** A flush that another thread would run: it runs when a test says so, or when it is waited for. */
class Flight implements FlushRun {
  readonly #job: FlushJob;
  readonly #directory: MemoryDirectory;
  #error: unknown;
  isOver = false;

  constructor(job: FlushJob, directory: MemoryDirectory) {
    this.#job = structuredClone(job, { transfer: memoryOf(job) });
    this.#directory = directory;
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    try {
      runFlush(this.#job, this.#directory, new Kernels());
    } catch (error) {
      this.#error = error;
    }
  }

  wait(): void {
    this.end();
    if (this.#error !== undefined) throw this.#error;
  }
}

/** A writer with its disk. */
class Shard {
  directory = new MemoryDirectory();
  writer: IndexWriter;
  readonly #sort: IndexSort;
  readonly #flies: boolean;
  #flight: Flight | undefined;
  /** Flushes that began in another thread. */
  flights = 0;
  #isBusy = false;
  #merge: MergeJob | undefined;
  retainFrom = 0;
  seqNo = 0;
  /** The state of each kept commit. */
  readonly #committed = new Map<number, { readonly seqNo: number; readonly retainFrom: number }>();

  constructor(sort: IndexSort, flies: boolean) {
    this.#sort = sort;
    this.#flies = flies;
    this.writer = this.#open();
  }

  document(id: number): IndexableDocument {
    const seqNo = this.seqNo++;
    const document = toIndexable({ ...smallSample(id), count: [seqNo % 5] }, seqNo);
    if (id % 4 !== 0) return document;
    const part = { kind: 'term', spec: SPECS.tag, value: `part ${seqNo}` } as const;
    return { ...document, nested: [{ path: 'part', fields: [part], storedFields: undefined }] };
  }

  delete(id: number): void {
    this.writer.deleteDocuments(`id-${id}`);
    const numbers = { version: 1, seqNo: this.seqNo++, primaryTerm: 1 };
    this.writer.addDeleted(deleteTombstone(`id-${id}`, numbers));
  }

  /** The other thread is done with its flush. */
  endFlight(): void {
    this.#flight?.end();
  }

  /** No thread is free for the flushes to come, or one is again. */
  changeBusy(): void {
    this.#isBusy = !this.#isBusy;
  }

  merge(): void {
    if (this.#merge === undefined) {
      this.#merge = this.writer.startForcedMerge(this.writer.forceMergeOf(1, false));
      return;
    }
    runMerge(this.#merge, this.directory, NO_CLOCK);
    this.writer.finishMerge(this.#merge);
    this.#merge = undefined;
  }

  commit(): void {
    this.writer.commit({});
    const { seqNo, retainFrom } = this;
    this.#committed.set(this.writer.commitGeneration, { seqNo, retainFrom });
  }

  resetTo(share: number): void {
    const { commits } = this.writer;
    const commit = commits[Math.floor(share * commits.length)];
    if (commit === undefined) return;
    this.writer.resetTo(commit.generation);
    this.#merge = undefined;
    this.#returnTo(commit.generation);
  }

  crash(): void {
    this.directory = this.directory.afterCrash('tear', 'latest');
    this.#flight = undefined;
    this.#merge = undefined;
    this.writer = this.#open();
    this.#returnTo(this.writer.commitGeneration);
  }

  /** The live documents, in order, and the whole retained history. */
  content() {
    this.writer.refresh();
    const snapshot = this.writer.snapshot();
    const docs = dumpDocs(openSegments(snapshot, this.directory));
    const range = { from: this.retainFrom, to: this.seqNo };
    const history = [...(readSegmentHistory(snapshot, this.directory, range) ?? [])];
    const { docCount } = this.writer.stats();
    return { docs, docCount, history: history.map(({ seqNo, tombstone }) => [seqNo, tombstone]) };
  }

  /** The files of the segments that the newest snapshot names. */
  files(): unknown {
    return this.writer.snapshot().segments.flatMap(({ name }) =>
      ['seg', 'src'].map((kind) => {
        const bytes = new Uint8Array(this.directory.length(`${name}.${kind}`));
        this.directory.readInto(`${name}.${kind}`, 0, bytes);
        return [name, kind, Buffer.from(bytes).toString('base64')];
      }),
    );
  }

  #open(): IndexWriter {
    const { directory } = this;
    const flushElsewhere = (job: FlushJob) => {
      if (this.#isBusy) return undefined;
      this.flights++;
      this.#flight = new Flight(job, directory);
      return this.#flight;
    };
    return IndexWriter.open(directory, {
      sort: this.#sort,
      bufferBytes: BUFFER_BYTES,
      keepCommits: true,
      retainFrom: () => this.retainFrom,
      flushElsewhere: this.#flies ? flushElsewhere : undefined,
    });
  }

  #returnTo(generation: number): void {
    const state = this.#committed.get(generation);
    this.seqNo = state?.seqNo ?? 0;
    this.retainFrom = state?.retainFrom ?? 0;
  }
}

/** A thing that happens to both writers; `at` is a number from 0 to 1. */
interface Step {
  readonly do: keyof typeof ACTIONS;
  readonly id: number;
  readonly at: number;
}

const ACTIONS = {
  put: (s: Shard, { id }: Step) => s.writer.replaceDocument(s.document(id)),
  delete: (s: Shard, { id }: Step) => s.delete(id),
  again: (s: Shard, { id }: Step) => {
    s.writer.deleteDocuments(`id-${id}`);
    s.writer.addDocument(s.document(id));
  },
  stale: (s: Shard, { id }: Step) => s.writer.addDeleted(s.document(id)),
  endFlight: (s: Shard) => s.endFlight(),
  busy: (s: Shard) => s.changeBusy(),
  refresh: (s: Shard) => s.writer.refresh(),
  commit: (s: Shard) => s.commit(),
  crash: (s: Shard) => s.crash(),
  reset: (s: Shard, { at }: Step) => s.resetTo(at),
  forget: (s: Shard, { at }: Step) => {
    s.retainFrom += Math.floor(at * (s.seqNo - s.retainFrom));
  },
  split: (s: Shard, { id }: Step) => {
    s.writer.retainDocuments((one) => one !== `id-${id}`, 'none');
  },
  merge: (s: Shard) => s.merge(),
};

const stepOf = (...kinds: (keyof typeof ACTIONS)[]): fc.Arbitrary<Step> =>
  fc.record({
    do: fc.constantFrom(...kinds),
    id: fc.nat({ max: IDS - 1 }),
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  });
const writes = { weight: 12, arbitrary: stepOf('put', 'put', 'put', 'delete', 'again', 'stale') };
const others = {
  weight: 2,
  arbitrary: stepOf('endFlight', 'endFlight', 'busy', 'refresh', 'commit', 'forget', 'split'),
};
const resets = { weight: 1, arbitrary: stepOf('endFlight', 'reset') };
/** After a crash, the names of segments depend on the files that were written before. */
const renames = { weight: 3, arbitrary: stepOf('merge', 'merge', 'merge', 'merge', 'crash') };

const stepsOf = (...kinds: fc.WeightedArbitrary<Step>[]) =>
  fc.array(fc.oneof(writes, others, resets, ...kinds), {
    minLength: 20,
    maxLength: 90,
    size: 'max',
  });

let flights = 0;

/** Takes the steps with both writers. */
function live(sort: IndexSort, steps: readonly Step[]): readonly [Shard, Shard] {
  enterSpace(SegmentSpace.make({ limitBytes: 32 * 1024 * 1024 }), { row: 0 });
  const [here, elsewhere] = [new Shard(sort, false), new Shard(sort, true)];
  for (const step of steps) {
    ACTIONS[step.do](here, step);
    ACTIONS[step.do](elsewhere, step);
  }
  flights += elsewhere.flights;
  return [here, elsewhere];
}

const KINDS: readonly [string, IndexSort][] = [
  ['in the order they came', UNSORTED],
  ['in an order', BY_COUNT],
];

beforeEach(() => {
  flights = 0;
});

test.each(KINDS)('any operations make the same segments, documents %s', (_name, sort) => {
  fc.assert(
    fc.property(stepsOf(), (steps) => {
      const [here, elsewhere] = live(sort, steps);
      expect(elsewhere.content()).toEqual(here.content());
      expect(elsewhere.files()).toEqual(here.files());
      elsewhere.commit();
      expect(checkIndex(elsewhere.directory).problems).toEqual([]);
    }),
    { numRuns: 60, endOnFailure: true },
  );
  expect(flights).toBeGreaterThan(60);
});

test.each(KINDS)('also beside merges and crashes: the same documents, %s', (_name, sort) => {
  const inOrder = ({ docs, ...rest }: ReturnType<Shard['content']>) => ({
    ...rest,
    docs: docs.toSorted((a, b) => a.seqNo[0] - b.seqNo[0]),
  });
  fc.assert(
    fc.property(stepsOf(renames), (steps) => {
      const [here, elsewhere] = live(sort, steps);
      expect(inOrder(elsewhere.content())).toEqual(inOrder(here.content()));
      elsewhere.commit();
      expect(checkIndex(elsewhere.directory).problems).toEqual([]);
    }),
    { numRuns: 60, endOnFailure: true },
  );
  expect(flights).toBeGreaterThan(60);
});
