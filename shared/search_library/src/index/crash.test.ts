/** A fault at every single operation of a writer's life, then a power cut: the last commit that returned is there, whole. */
import { type CrashDamage, MemoryDirectory } from '../store/memory_directory.js';
import { IndexWriter } from './index_writer.js';
import { openSegments } from './open_segments.js';
import {
  dumpDocs,
  expectedDump,
  type SampleDocument,
  toIndexable,
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

/** Writes `commits` rounds of adds, updates, deletes and merges; returns what the last finished commit held. */
function live(
  directory: MemoryDirectory,
  onCommit: (round: number, model: Map<string, number>) => void,
) {
  const model = new Map<string, number>();
  const writer = IndexWriter.open(directory);
  let seqNo = 0;
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < 3; i++) {
      const id = (round * 2 + i) % 5;
      writer.deleteDocuments(`id-${id}`);
      writer.addDocument(toIndexable(sample(id), seqNo));
      model.delete(`id-${id}`);
      model.set(`id-${id}`, seqNo++);
      writer.refresh();
    }
    writer.deleteDocuments(`id-${round}`);
    model.delete(`id-${round}`);
    if (round === 2) writer.forceMerge(1, false);
    writer.commit({ round: String(round) });
    onCommit(round, new Map(model));
    writer.refresh();
    for (let version = 1; version < writer.snapshot().version; version++) writer.release(version);
  }
}

function operationsOf(run: (directory: MemoryDirectory) => void): number {
  let count = 0;
  run(new MemoryDirectory({ onOperation: () => count++ }));
  return count;
}

function checkSurvivor(
  survivor: MemoryDirectory,
  commits: ReadonlyMap<number, Map<string, number>>,
) {
  const writer = IndexWriter.open(survivor);
  const { round } = writer.commitUserData;
  const lastReturned = Math.max(-1, ...commits.keys());
  const found = round === undefined ? -1 : Number(round);
  /** The commit under way may have become durable just before the fault. */
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

test('crash at every operation', () => {
  const total = operationsOf((directory) => live(directory, () => {}));
  expect(total).toBeGreaterThan(60);
  for (let fault = 0; fault < total; fault++) {
    let count = 0;
    const commits = new Map<number, Map<string, number>>();
    const directory = new MemoryDirectory({
      onOperation: () => {
        if (count++ >= fault) throw new RangeError('power cut');
      },
    });
    expect(() => live(directory, (round, model) => commits.set(round, model))).toThrow('power cut');
    for (const damage of ['drop', 'tear', 'keep'] satisfies CrashDamage[]) {
      checkSurvivor(directory.afterCrash(damage, 'durable'), commits);
      checkSurvivor(directory.afterCrash(damage, 'latest'), commits);
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
  live(directory, () => {});
  for (const name of directory.list()) {
    const original = new Uint8Array(directory.length(name));
    directory.readInto(name, 0, original);
    for (let i = 0; i < original.length; i += original.length > 2000 ? 13 : 1) {
      const damaged = original.slice();
      damaged[i] ^= 1 << (i % 8);
      directory.writeFile(name, damaged);
      /** The header and the gaps of a source file are checked by `checkIndex` only. */
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
