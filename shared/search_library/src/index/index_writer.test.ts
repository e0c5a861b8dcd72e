import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import { type MergeJob, runMerge, stopMerge } from '../merge/merge_job.js';
import { MergeStopped } from '../merge/merge_pace.js';
import { MemoryDirectory } from '../store/memory_directory.js';
import type { IndexSort } from './index_sort.js';
import { IndexWriter } from './index_writer.js';
import { openSegments } from './open_segments.js';
import type { ReaderSnapshot } from './snapshot.js';
import { indexSort, sampleDocument } from './testing/arbitrary_documents.js';
import { disorder } from './testing/disorder.js';
import {
  type DocDump,
  dumpDocs,
  dumpStatistics,
  EMPTY_SAMPLE,
  expectedDump,
  type SampleDocument,
  toIndexable,
  wordAnalyzer,
} from './testing/sample_index.js';

const read = (snapshot: ReaderSnapshot, directory: MemoryDirectory) =>
  dumpDocs(openSegments(snapshot, directory));

const PLAIN_STEPS = ['refresh', 'commit', 'merge', 'reopen', 'begin', 'write', 'end'] as const;

/**
 * A random sequence of operations on an index, and a model of its expected content: the newest
 * version of each id, by sequence number.
 */
type Step =
  | { kind: 'put' | 'replace'; sample: SampleDocument }
  | { kind: 'delete'; id: string }
  | { kind: (typeof PLAIN_STEPS)[number] };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: sampleDocument.map((sample): Step => ({ kind: 'put', sample })) },
  { weight: 4, arbitrary: sampleDocument.map((sample): Step => ({ kind: 'replace', sample })) },
  {
    weight: 2,
    arbitrary: fc.nat(12).map((n): Step => ({ kind: 'delete', id: `id-${n}` })),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom(...PLAIN_STEPS).map((kind): Step => ({ kind })),
  },
);

class Life {
  readonly directory = new MemoryDirectory();
  readonly sort: IndexSort;
  writer: IndexWriter;
  model = new Map<string, DocDump>();
  committed = new Map<string, DocDump>();
  seqNo = 0;

  constructor(sort: IndexSort) {
    this.sort = sort;
    this.writer = this.open();
  }

  open(): IndexWriter {
    return IndexWriter.open(this.directory, { bufferBytes: 2000, sort: this.sort });
  }
  /** A merge that runs beside the other steps. */
  job: MergeJob | undefined;
  written = false;

  run(next: Step): void {
    switch (next.kind) {
      case 'put':
      case 'replace':
        if (next.kind === 'put') {
          this.writer.deleteDocuments(next.sample.id);
          this.writer.addDocument(toIndexable(next.sample, this.seqNo));
        } else {
          this.writer.replaceDocument(toIndexable(next.sample, this.seqNo));
        }
        this.model.delete(next.sample.id);
        this.model.set(next.sample.id, expectedDump(next.sample, this.seqNo++));
        return;
      case 'delete':
        this.writer.deleteDocuments(next.id);
        this.model.delete(next.id);
        return;
      case 'refresh':
        this.writer.refresh();
        this.check();
        return;
      case 'commit':
        this.writer.commit({ seqNo: String(this.seqNo) });
        this.committed = new Map(this.model);
        return;
      case 'merge':
        if (this.job === undefined) this.writer.forceMerge(1, false);
        return;
      case 'begin':
        this.job ??= this.writer.startForcedMerge(this.writer.forceMergeOf(1, false));
        return;
      case 'write':
        if (this.job !== undefined && !this.written) {
          runMerge(this.job, this.directory, { nowMs: () => 0, monotonicMs: () => 0 });
          this.written = true;
        }
        return;
      case 'end':
        if (this.job === undefined) return;
        if (this.written) this.writer.finishMerge(this.job);
        else this.writer.abandonMerge(this.job);
        this.forgetMerge();
        return;
      case 'reopen':
        this.forgetMerge();
        this.writer.close();
        this.writer = this.open();
        this.model = new Map(this.committed);
        this.check();
    }
  }

  forgetMerge(): void {
    this.job = undefined;
    this.written = false;
  }

  /** Documents may change order when segments merge, so they are compared by sequence number. */
  check(): void {
    const segments = openSegments(this.writer.snapshot(), this.directory);
    expect(disorder(segments, this.sort)).toEqual([]);
    const found = dumpDocs(segments);
    found.sort((a, b) => a.seqNo[0] - b.seqNo[0]);
    expect(found).toEqual([...this.model.values()]);
  }
}

test('a random life of puts, deletes, refreshes, commits, merges and restarts', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), indexSort, (steps, sort) => {
      const life = new Life(sort);
      for (const next of steps) life.run(next);
      life.run({ kind: 'refresh' });
    }),
    { numRuns: 150 },
  );
});

test('merging equals building afresh from the live documents', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(sampleDocument, { maxLength: 6 }), { minLength: 2, maxLength: 4 }),
      fc.array(fc.nat(12), { maxLength: 4 }),
      indexSort,
      (groups, deletedIds, sort) => {
        const numbered = groups.map((group, g) => group.map((s, i) => ({ s, seqNo: g * 100 + i })));
        const deleted = new Set(deletedIds.map((n) => `id-${n}`));
        const merged = new MemoryDirectory();
        const writer = IndexWriter.open(merged, { sort });
        for (const group of numbered) {
          for (const { s, seqNo } of group) writer.addDocument(toIndexable(s, seqNo));
          writer.refresh();
        }
        for (const id of deleted) writer.deleteDocuments(id);
        writer.forceMerge(1, false);
        writer.refresh();

        const fresh = new MemoryDirectory();
        const rebuilt = IndexWriter.open(fresh, { sort });
        for (const { s, seqNo } of numbered.flat()) {
          if (!deleted.has(s.id)) rebuilt.addDocument(toIndexable(s, seqNo));
        }
        rebuilt.refresh();

        const ours = openSegments(writer.snapshot(), merged);
        const theirs = openSegments(rebuilt.snapshot(), fresh);
        expect([...disorder(ours, sort), ...disorder(theirs, sort)]).toEqual([]);
        expect(dumpDocs(ours)).toEqual(dumpDocs(theirs));
        expect(ours.length).toBe(theirs.length);
        const withFields = (dump: unknown) =>
          (dump as { totals?: number[]; points?: number[]; cardinality?: number }[]).filter(
            (f) => f.totals?.[0] || f.points?.[0] || f.cardinality,
          );
        ours.forEach((segment, i) => {
          expect(withFields(dumpStatistics(segment))).toEqual(
            withFields(dumpStatistics(theirs[i])),
          );
        });
      },
    ),
    { numRuns: 100 },
  );
});

test.each(['lz4', 'zstd'] as const)(
  'segments tell how their documents are compressed: %s',
  (by) => {
    const writer = IndexWriter.open(new MemoryDirectory(), { storedCompression: by });
    writer.addDocument(toIndexable({ ...EMPTY_SAMPLE, id: 'id' }, 0));
    writer.refresh();
    expect(writer.stats().segments.map(({ compression }) => compression)).toEqual([by]);
  },
);

test('a merge that is told to stop leaves nothing behind', () => {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  for (let i = 0; i < 3; i++) {
    writer.addDocument(toIndexable({ ...EMPTY_SAMPLE, id: `id-${i}`, body: ['word'] }, i));
    writer.refresh();
  }
  const before = directory.list();
  const job = writer.startForcedMerge(writer.forceMergeOf(1, false));
  if (job === undefined) throw new Error('three segments are too many');
  stopMerge(job);
  const clock = { nowMs: () => 0, monotonicMs: () => 0 };
  expect(() => runMerge(job, directory, clock)).toThrow(MergeStopped);
  writer.abandonMerge(job);
  expect(directory.list()).toEqual(before);
  writer.forceMerge(1, false);
  expect(writer.stats().segments).toHaveLength(1);
});

test('an old snapshot stays readable, files and all, until it is released', () => {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  const expected: DocDump[] = [];
  for (let i = 0; i < 4; i++) {
    const sample = { ...EMPTY_SAMPLE, id: `id-${i}`, body: [`word w${i}`] };
    writer.addDocument(toIndexable(sample, i));
    expected.push(expectedDump(sample, i));
    writer.refresh();
  }
  const old = writer.snapshot();
  writer.deleteDocuments('id-1');
  writer.refresh();
  writer.forceMerge(1, false);
  const merged = writer.refresh() as ReaderSnapshot;
  expect(read(old, directory)).toEqual(expected);
  expect(read(merged, directory)).toEqual(expected.filter((_, i) => i !== 1));
  expect(directory.exists('_0.src')).toBe(true);
  for (let version = 1; version < merged.version; version++) writer.release(version);
  expect(directory.list()).toEqual([
    `${merged.segments[0].name}.seg`,
    `${merged.segments[0].name}.src`,
  ]);
});

test('refresh says null when nothing changed; a delete of nothing changes nothing', () => {
  const writer = IndexWriter.open(new MemoryDirectory());
  expect(writer.refresh()).toBeNull();
  writer.addDocument(toIndexable(EMPTY_SAMPLE, 0));
  expect(writer.refresh()?.version).toBe(2);
  writer.deleteDocuments('unknown');
  expect(writer.refresh()).toBeNull();
  writer.deleteDocuments('x');
  expect(writer.refresh()?.segments).toEqual([]);
});

test('commit does not publish, and user data comes back', () => {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  writer.addDocument(toIndexable(EMPTY_SAMPLE, 0));
  expect(writer.hasUncommittedChanges).toBe(true);
  writer.commit({ translog: '7', __proto__x: 'y' });
  expect(writer.hasUncommittedChanges).toBe(false);
  expect(writer.snapshot().segments).toEqual([]);
  expect(writer.refresh()?.segments[0]).toMatchObject({ committed: true, docCount: 1 });
  const again = IndexWriter.open(directory);
  expect(again.commitUserData).toEqual({ translog: '7', __proto__x: 'y' });
  expect(again.stats()).toMatchObject({ docCount: 1, deletedCount: 0 });
});

test('segment names never come again after a restart', () => {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  writer.addDocument(toIndexable(EMPTY_SAMPLE, 0));
  writer.commit({});
  writer.addDocument(toIndexable(EMPTY_SAMPLE, 1));
  writer.refresh();
  const used = writer.snapshot().segments.map(({ name }) => name);
  const again = IndexWriter.open(directory);
  again.addDocument(toIndexable(EMPTY_SAMPLE, 2));
  again.refresh();
  const fresh = again.snapshot().segments.at(-1)?.name;
  expect(used).not.toContain(fresh);
});

test('files that are not the writer’s own are left alone', () => {
  const directory = new MemoryDirectory();
  directory.writeFile('translog-3.tlog', utf8('x'));
  directory.writeFile('_9.seg', utf8('left over'));
  IndexWriter.open(directory);
  expect(directory.list()).toEqual(['translog-3.tlog']);
});

test('an immense term refuses the document without a trace', () => {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  const immense = { ...EMPTY_SAMPLE, id: 'big', body: ['fine', 'é'.repeat(20_000)], tag: ['t'] };
  expect(() => writer.addDocument(toIndexable(immense, 0))).toThrow(
    'Document contains at least one immense term in field="body" (whose UTF8 encoding is longer than the max length 32766), ' +
      "all of which were skipped.  Please correct the analyzer to not produce such terms.  The prefix of the first immense term is: '[" +
      Array(15).fill('-61, -87').join(', ') +
      "]...', original message: bytes can be at most 32766 in length; got 40000",
  );
  expect(() =>
    writer.addDocument(toIndexable({ ...EMPTY_SAMPLE, tag: ['t'.repeat(32767)] }, 0)),
  ).toThrow('immense term in field="tag"');
  expect(writer.bufferedDocs).toBe(0);
  writer.addDocument(toIndexable({ ...EMPTY_SAMPLE, tag: ['t'.repeat(32766)] }, 0));
  expect(writer.refresh()?.segments[0].docCount).toBe(1);
});

test('a refused document leaves the one it was to replace, in the buffer and in segments', () => {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  const immense = { ...EMPTY_SAMPLE, tag: ['t'.repeat(32767)] };
  writer.addDocument(toIndexable(EMPTY_SAMPLE, 0));
  expect(() => writer.replaceDocument(toIndexable(immense, 1))).toThrow('immense term');
  writer.refresh();
  expect(() => writer.replaceDocument(toIndexable(immense, 1))).toThrow('immense term');
  expect(writer.refresh()).toBeNull();
  expect(read(writer.snapshot(), directory)).toEqual([expectedDump(EMPTY_SAMPLE, 0)]);
});

test('an analyzer that throws leaves the writer as it was', () => {
  const writer = IndexWriter.open(new MemoryDirectory());
  const document = toIndexable({ ...EMPTY_SAMPLE, tag: ['a'], body: ['b'] }, 0);
  const failing = {
    ...wordAnalyzer,
    analyze: () => {
      throw new RangeError('no');
    },
  };
  const fields = document.fields.map((f) => (f.kind === 'text' ? { ...f, analyzer: failing } : f));
  expect(() => writer.addDocument({ ...document, fields })).toThrow('no');
  expect(writer.refresh()).toBeNull();
});

test('maybeMerge keeps the number of segments down and every document', () => {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  for (let i = 0; i < 60; i++) {
    writer.addDocument(toIndexable({ ...EMPTY_SAMPLE, id: `id-${i}`, body: [`w${i}`] }, i));
    const snapshot = writer.refresh();
    while (writer.maybeMerge());
    if (snapshot) writer.release(snapshot.version - 1);
  }
  writer.refresh();
  expect(writer.stats().segments.length).toBeLessThanOrEqual(11);
  expect(writer.stats().docCount).toBe(60);
  const seqNos = read(writer.snapshot(), directory).map((doc) => doc.seqNo[0]);
  expect(seqNos.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i));
});

test('only segments with many deletes are rewritten when asked to expunge deletes', () => {
  const writer = IndexWriter.open(new MemoryDirectory());
  for (let segment = 0; segment < 2; segment++) {
    for (let i = 0; i < 20; i++) {
      writer.addDocument(toIndexable({ ...EMPTY_SAMPLE, id: `${segment}-${i}` }, segment * 20 + i));
    }
    writer.refresh();
  }
  writer.deleteDocuments('0-1');
  for (let i = 0; i < 5; i++) writer.deleteDocuments(`1-${i}`);
  writer.forceMerge(1, true);
  expect(writer.stats().segments).toMatchObject([
    { name: '_0', docCount: 19, deletedCount: 1 },
    { docCount: 15, deletedCount: 0 },
  ]);
});
