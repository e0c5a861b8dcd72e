/**
 * Retained deleted documents: which of them merges keep, the size of the files of live documents,
 * and the state after reopening.
 */
import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import { checkIndex } from '../check/check_index.js';
import { deleteTombstone } from '../document/tombstone.js';
import { MemoryDirectory } from '../store/memory_directory.js';
import { readNewestCommit } from './commit_point.js';
import { type IndexSort, UNSORTED } from './index_sort.js';
import { IndexWriter } from './index_writer.js';
import { openSegments } from './open_segments.js';
import { readSegmentHistory } from './segment_history.js';
import { BY_COUNT, dumpDocs, toIndexable } from './testing/sample_index.js';

function documentOf(id: string, seqNo: number) {
  const none = { body: [], title: [], tag: [], group: [], price: [], place: [] };
  return toIndexable({ id, ...none, body: [`w${seqNo}`], count: [seqNo % 5] }, seqNo);
}

/** A shard that retains its operations from a number on, and its expected content. */
class Shard {
  readonly directory = new MemoryDirectory();
  readonly #sort: IndexSort;
  #writer: IndexWriter;
  #seqNo = 0;
  #retainFrom = 0;
  readonly #live = new Map<string, number>();
  readonly #deletes = new Set<number>();

  constructor(sort: IndexSort) {
    this.#sort = sort;
    this.#writer = this.#open();
  }

  put(id: string): void {
    const seqNo = this.#seqNo++;
    const document = documentOf(id, seqNo);
    /** A source that differs from the document as it arrived. */
    const stored = { ...document.stored, recoverySource: utf8(`arrived ${seqNo}`) };
    this.#writer.replaceDocument(seqNo % 2 === 0 ? document : { ...document, stored });
    this.#live.set(id, seqNo);
  }

  delete(id: string): void {
    const seqNo = this.#seqNo++;
    this.#writer.deleteDocuments(id);
    this.#writer.addDeleted(deleteTombstone(id, { version: 1, seqNo, primaryTerm: 1 }));
    this.#live.delete(id);
    this.#deletes.add(seqNo);
  }

  retain(share: number): void {
    const to = this.#retainFrom + Math.floor(share * (this.#seqNo - this.#retainFrom));
    this.#retainFrom = to;
  }

  refresh(): void {
    this.#writer.refresh();
  }

  merge(): void {
    this.#writer.forceMerge(1, false);
  }

  commit(): void {
    this.#writer.commit({});
  }

  reopen(): void {
    this.#writer.commit({});
    this.#writer.close();
    this.#writer = this.#open();
  }

  check(): void {
    this.#writer.refresh();
    const snapshot = this.#writer.snapshot();
    const shown = dumpDocs(openSegments(snapshot, this.directory));
    expect(shown.map(({ seqNo: [seqNo] }) => seqNo).sort()).toEqual(
      [...this.#live.values()].sort(),
    );
    expect(this.#writer.stats().docCount).toBe(this.#live.size);
    const range = { from: this.#retainFrom, to: this.#seqNo };
    const history = readSegmentHistory(snapshot, this.directory, range);
    const found = new Map([...(history ?? [])].map((each) => [each.seqNo, each]));
    expect(found.size).toBe(range.to - range.from);
    for (const [seqNo, { tombstone, stored }] of found) {
      expect(tombstone).toBe(this.#deletes.has(seqNo) ? 1 : 0);
      const arrived = stored.recoverySource && new TextDecoder().decode(stored.recoverySource);
      expect(arrived).toBe(
        seqNo % 2 === 0 || this.#deletes.has(seqNo) ? undefined : `arrived ${seqNo}`,
      );
    }
    this.#writer.commit({});
    expect(checkIndex(this.directory).problems).toEqual([]);
  }

  #open(): IndexWriter {
    return IndexWriter.open(this.directory, {
      sort: this.#sort,
      retainFrom: () => this.#retainFrom,
    });
  }
}

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const step: fc.Arbitrary<(shard: Shard) => void> = fc.oneof(
  { weight: 6, arbitrary: id.map((one) => (shard: Shard) => shard.put(one)) },
  { weight: 3, arbitrary: id.map((one) => (shard: Shard) => shard.delete(one)) },
  {
    weight: 1,
    arbitrary: fc
      .double({ min: 0, max: 1, noNaN: true })
      .map((share) => (shard: Shard) => shard.retain(share)),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      (shard: Shard) => shard.refresh(),
      (shard: Shard) => shard.merge(),
      (shard: Shard) => shard.commit(),
      (shard: Shard) => shard.reopen(),
    ),
  },
);

test.each([
  ['in the order they came', UNSORTED],
  ['in an order', BY_COUNT],
])('a shard keeps its operations from a number on, documents %s', (_name, sort) => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40, size: 'large' }), (steps) => {
      const shard = new Shard(sort);
      for (const take of steps) take(shard);
      shard.check();
      shard.merge();
      shard.check();
    }),
    { numRuns: 60 },
  );
});

test('merges leave out what is not retained, and the source as it arrived', () => {
  const shard = new Shard(UNSORTED);
  for (let i = 0; i < 10; i++) shard.put('a');
  shard.refresh();
  shard.put('b');
  shard.delete('a');
  shard.retain(1);
  shard.merge();
  const writer = IndexWriter.open(committed(shard));
  const [segment] = openSegments(writer.snapshot(), shard.directory);
  expect(segment.maxDoc).toBe(1);
  expect(segment.stored(0)).toMatchObject({ id: 'b' });
  expect([...segment.fields()].map(({ name }) => name)).not.toContain('__soft_deletes');
});

function committed(shard: Shard): MemoryDirectory {
  shard.commit();
  return shard.directory;
}

describe('files of live documents', () => {
  const DOCS = 4000;

  function filled(): { directory: MemoryDirectory; writer: IndexWriter } {
    const directory = new MemoryDirectory();
    const writer = IndexWriter.open(directory);
    for (let i = 0; i < DOCS; i++) writer.addDocument(documentOf(`id-${i}`, i));
    writer.commit({});
    return { directory, writer };
  }

  const liveFiles = (directory: MemoryDirectory) =>
    directory.list().filter((name) => name.endsWith('.liv'));

  test('grow with what is deleted, not with the segment, and are folded', () => {
    const { directory, writer } = filled();
    let written = 0;
    let most = 0;
    for (let round = 0; round < 200; round++) {
      writer.deleteDocuments(`id-${round * 17}`);
      const before = new Set(liveFiles(directory));
      writer.commit({});
      const files = liveFiles(directory);
      for (const name of files) if (!before.has(name)) written += directory.length(name);
      most = Math.max(most, files.length);
    }
    /** One bit per document would take 516 bytes per commit. */
    expect(written).toBeLessThan(200 * 110);
    expect(most).toBeLessThanOrEqual(8);
    const { segments } = readNewestCommit(directory) ?? { segments: [] };
    expect(segments[0]?.liveCount).toBe(DOCS - 200);
    const reopened = IndexWriter.open(directory);
    expect(reopened.stats()).toMatchObject({ docCount: DOCS - 200, deletedCount: 200 });
    expect(dumpDocs(openSegments(reopened.snapshot(), directory)).length).toBe(DOCS - 200);
  });

  test('are a bit each where that is shorter', () => {
    const { directory, writer } = filled();
    for (let i = 0; i < DOCS; i += 2) writer.deleteDocuments(`id-${i}`);
    writer.commit({});
    writer.deleteDocuments('id-1');
    writer.commit({});
    const [whole, update] = liveFiles(directory).map((name) => directory.length(name));
    expect([whole, update]).toEqual([516, 18]);
    expect(IndexWriter.open(directory).stats().docCount).toBe(DOCS / 2 - 1);
  });
});
