/**
 * Injects a fault at every single operation of a writer (flush, refresh, merges alone and beside
 * writes, deletions of committed documents, commits), followed by a power cut that tears unsynced
 * data. The last commit that returned must be complete.
 */
import { checkIndex } from '../check/check_index.js';
import type { IndexableDocument } from '../document/indexable_document.js';
import { deleteTombstone } from '../document/tombstone.js';
import { SegmentSpace } from '../memory/segment_space.js';
import { enterSpace } from '../memory/thread_space.js';
import { runMerge } from '../merge/merge_job.js';
import { Kernels } from '../search/kernels/kernels.js';
import { type CrashDamage, type CrashEntries, MemoryDirectory } from '../store/memory_directory.js';
import { type FlushJob, type FlushRun, runFlush } from './flush_job.js';
import { type IndexSort, UNSORTED } from './index_sort.js';
import { IndexWriter } from './index_writer.js';
import { openSegments } from './open_segments.js';
import {
  BY_COUNT,
  dumpDocs,
  expectedDump,
  KEPT,
  type SampleDocument,
  toIndexable,
  wordAnalyzer,
} from './testing/sample_index.js';

const sample = (id: number): SampleDocument => ({
  id: `id-${id}`,
  body: [`shared w${id}`],
  title: ['t'],
  tag: [`tag${id % 3}`],
  group: [],
  count: [id],
  price: [],
  place: [],
});

function documentOf(id: number, seqNo: number): IndexableDocument {
  const document = toIndexable(sample(id), seqNo);
  const value = `shared w${id} shared`;
  const kept = { kind: 'text', spec: KEPT, value, analyzer: wordAnalyzer } as const;
  return { ...document, fields: [...document.fields, kept] };
}

type Model = ReadonlyMap<string, number>;

interface Kind {
  readonly sort: IndexSort;
  /** True if the writer retains operations for other copies. */
  readonly retains: boolean;
  /** True if the buffer is full with each document, and another thread writes it. */
  readonly flies?: boolean;
}

/** A writer and the expected content of its index. */
class Life {
  readonly model = new Map<string, number>();
  readonly #directory: MemoryDirectory;
  readonly #writer: IndexWriter;
  readonly #retains: boolean;
  readonly #onCommit: (round: number, model: Model) => void;
  #seqNo = 0;
  #round = 0;

  constructor(
    directory: MemoryDirectory,
    { sort, retains, flies = false }: Kind,
    onCommit: (round: number, model: Model) => void,
  ) {
    this.#directory = directory;
    /** Retains the last four operations. */
    const retainFrom = () => (retains ? this.#seqNo - 4 : Number.POSITIVE_INFINITY);
    const flushElsewhere = (job: FlushJob): FlushRun => ({
      isOver: false,
      wait: () => runFlush(job, directory, new Kernels()),
    });
    const flying = flies ? { bufferBytes: 0, flushElsewhere } : {};
    this.#writer = IndexWriter.open(directory, { sort, retainFrom, ...flying });
    this.#retains = retains;
    this.#onCommit = onCommit;
  }

  write(...ids: number[]): void {
    for (const id of ids) {
      this.#writer.replaceDocument(documentOf(id, this.#seqNo));
      this.model.delete(`id-${id}`);
      this.model.set(`id-${id}`, this.#seqNo++);
    }
    this.#writer.refresh();
  }

  delete(id: number): void {
    this.#writer.deleteDocuments(`id-${id}`);
    const numbers = { version: 9, seqNo: this.#seqNo++, primaryTerm: 1 };
    if (this.#retains) this.#writer.addDeleted(deleteTombstone(`id-${id}`, numbers));
    this.model.delete(`id-${id}`);
  }

  merge(onlyDeletes: boolean): void {
    this.#writer.forceMerge(1, onlyDeletes);
  }

  /** Merges as a thread beside the writer does: documents are deleted while the merge runs. */
  mergeWhile(change: () => void): void {
    const job = this.#writer.startForcedMerge(this.#writer.forceMergeOf(1, false));
    if (job === undefined) throw new Error('there is nothing to merge');
    change();
    runMerge(job, this.#directory, { nowMs: () => 0, monotonicMs: () => 0 });
    this.#writer.finishMerge(job);
  }

  commit(): void {
    this.#writer.commit({ round: String(this.#round) });
    this.#onCommit(this.#round++, new Map(this.model));
    this.#writer.refresh();
    const { version } = this.#writer.snapshot();
    for (let old = 1; old < version; old++) this.#writer.release(old);
  }
}

/** Performs every kind of operation of a writer, with a commit after each. */
function live(
  directory: MemoryDirectory,
  kind: Kind,
  onCommit: (round: number, model: Model) => void,
): void {
  const life = new Life(directory, kind, onCommit);
  life.write(0, 1, 2);
  life.commit();
  life.write(2, 3);
  life.delete(0);
  life.commit();
  life.merge(false);
  life.commit();
  life.delete(1);
  life.commit();
  life.write(4);
  life.mergeWhile(() => {
    life.write(5, 2);
    life.delete(3);
  });
  life.commit();
  life.delete(5);
  life.merge(true);
  life.commit();
}

function operationsOf(run: (directory: MemoryDirectory) => void): number {
  let count = 0;
  run(new MemoryDirectory({ onOperation: () => count++ }));
  return count;
}

function checkSurvivor(survivor: MemoryDirectory, commits: ReadonlyMap<number, Model>) {
  expect(checkIndex(survivor).problems).toEqual([]);
  const writer = IndexWriter.open(survivor);
  const { round } = writer.commitUserData;
  const lastReturned = Math.max(-1, ...commits.keys());
  const found = round === undefined ? -1 : Number(round);
  /** The commit in progress may have become durable just before the fault. */
  expect([lastReturned, lastReturned + 1]).toContain(found);
  const model = commits.get(found);
  if (model === undefined) return;
  const docs = dumpDocs(openSegments(writer.snapshot(), survivor));
  docs.sort((a, b) => a.seqNo[0] - b.seqNo[0]);
  const expected = [...model].map(([id, seqNo]) =>
    expectedDump(sample(Number(id.slice(3))), seqNo),
  );
  expect(docs).toEqual(expected);
}

const DAMAGES: readonly [CrashDamage, CrashEntries][] = [
  ['drop', 'durable'],
  ['drop', 'latest'],
  ['tear', 'durable'],
  ['tear', 'latest'],
  ['scatter', 'latest'],
  ['keep', 'latest'],
  ['drop', (change) => change % 2 === 0],
  ['drop', (change) => change % 2 === 1],
  ['drop', (change) => change % 3 === 2],
];

/** Replaces the space, because each simulated crash leaves segments that are never closed. */
function freshSpace(): void {
  enterSpace(SegmentSpace.make({ limitBytes: 8 * 1024 * 1024 }), { row: 0 });
}

test.each([
  ['in the order they came', { sort: UNSORTED, retains: false }],
  ['in an order', { sort: BY_COUNT, retains: false }],
  ['that stay for other copies', { sort: UNSORTED, retains: true }],
  ['that stay for other copies, in an order', { sort: BY_COUNT, retains: true }],
  ['whose buffer another thread writes', { sort: UNSORTED, retains: false, flies: true }],
  ['whose buffer another thread sorts', { sort: BY_COUNT, retains: true, flies: true }],
])('crash at every operation, documents %s', (_name, kind) => {
  const total = operationsOf((directory) => live(directory, kind, () => {}));
  expect(total).toBeGreaterThan(60);
  for (let fault = 0; fault < total; fault++) {
    freshSpace();
    let count = 0;
    const commits = new Map<number, Model>();
    const directory = new MemoryDirectory({
      onOperation: () => {
        if (count++ >= fault) throw new RangeError('power cut');
      },
    });
    const onCommit = (round: number, model: Model) => commits.set(round, model);
    expect(() => live(directory, kind, onCommit)).toThrow('power cut');
    for (const [damage, entries] of DAMAGES) {
      checkSurvivor(directory.afterCrash(damage, entries), commits);
    }
  }
});

test('after a failed sync the writer refuses to go on', () => {
  let failing = false;
  const directory = new MemoryDirectory({
    onOperation: (operation) => {
      if (failing && operation === 'sync') throw new RangeError('EIO');
    },
  });
  const writer = IndexWriter.open(directory);
  writer.addDocument(toIndexable(sample(1), 0));
  failing = true;
  expect(() => writer.commit({})).toThrow('EIO');
  failing = false;
  expect(() => writer.commit({})).toThrow(
    'index writer cannot be used: commit failed: RangeError: EIO',
  );
});

test('one flipped bit anywhere in the committed files is noticed', () => {
  const directory = new MemoryDirectory();
  live(directory, { sort: UNSORTED, retains: false }, () => {});
  for (const name of directory.list()) {
    const original = new Uint8Array(directory.length(name));
    directory.readInto(name, 0, original);
    for (let i = 0; i < original.length; i += original.length > 2000 ? 13 : 1) {
      if (i % 100 === 0) freshSpace();
      const damaged = original.slice();
      damaged[i] ^= 1 << (i % 8);
      directory.writeFile(name, damaged);
      /** Only `checkIndex` checks the header and the gaps of a source file. */
      if (name.endsWith('.src') && i < 8) continue;
      expect(() => {
        const writer = IndexWriter.open(directory.afterCrash('keep', 'latest'));
        const { segments } = writer.snapshot();
        dumpDocs(openSegments({ version: 1, segments }, directory));
      }).toThrow(/\(resource=/);
    }
    directory.writeFile(name, original);
  }
});
