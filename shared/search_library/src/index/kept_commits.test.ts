/**
 * Returns to a kept commit: later changes are gone, also after a power cut, and readers of older
 * snapshots are not disturbed.
 */
import fc from 'fast-check';
import { MemoryDirectory } from '../store/memory_directory.js';
import { IndexWriter } from './index_writer.js';
import { openSegments } from './open_segments.js';
import { dumpDocs, smallSample, toIndexable } from './testing/sample_index.js';

type Step =
  | { readonly do: 'write' | 'delete'; readonly id: number }
  | { readonly do: 'refresh' | 'merge' | 'commit' | 'crash' }
  | { readonly do: 'reset' | 'drop'; readonly back: number };

const id = fc.nat(4);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('write', 'delete'), id }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('refresh', 'merge', 'commit', 'commit', 'crash') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('reset', 'drop'), back: fc.nat(3) }),
  },
) as fc.Arbitrary<Step>;

type Model = ReadonlyMap<string, number>;

class Run {
  directory = new MemoryDirectory();
  writer = IndexWriter.open(this.directory, { keepCommits: true });
  #model = new Map<string, number>();
  #commits: { readonly generation: number; readonly model: Model }[] = [];
  #seqNo = 0;

  take(step: Step): void {
    switch (step.do) {
      case 'write':
        this.writer.replaceDocument(toIndexable(smallSample(step.id), this.#seqNo));
        this.#model.set(`id-${step.id}`, this.#seqNo++);
        return;
      case 'delete':
        this.writer.deleteDocuments(`id-${step.id}`);
        this.#model.delete(`id-${step.id}`);
        return;
      case 'refresh':
        this.writer.refresh();
        return;
      case 'merge':
        this.writer.forceMerge(1, false);
        return;
      case 'commit':
        this.writer.commit({});
        this.#commits.push({
          generation: this.writer.commitGeneration,
          model: new Map(this.#model),
        });
        return;
      case 'crash':
        this.#crash();
        return;
      case 'reset':
        this.#reset(step.back);
        return;
      default:
        this.#drop(step.back);
    }
  }

  check(): void {
    this.writer.refresh();
    expect(seqNosIn(this.writer, this.directory)).toEqual(new Map(this.#model));
    const kept = this.writer.commits.map(({ generation }) => generation);
    expect(kept).toEqual(this.#commits.map(({ generation }) => generation));
  }

  #reset(back: number): void {
    const target = this.#commits.at(-1 - back);
    if (target === undefined) return;
    const reader = openSegments(this.writer.snapshot(), this.directory);
    const before = dumpDocs(reader);
    this.writer.resetTo(target.generation);
    expect(dumpDocs(reader)).toEqual(before);
    this.#commits = this.#commits.filter(({ generation }) => generation <= target.generation);
    this.#model = new Map(target.model);
  }

  #drop(back: number): void {
    const target = this.#commits.at(-1 - back);
    if (target === undefined) return;
    this.writer.dropCommitsBefore(target.generation);
    this.#commits = this.#commits.filter(({ generation }) => generation >= target.generation);
  }

  #crash(): void {
    this.directory = this.directory.afterCrash('drop', 'latest');
    this.writer = IndexWriter.open(this.directory, { keepCommits: true });
    this.#model = new Map(this.#commits.at(-1)?.model ?? []);
  }
}

function seqNosIn(writer: IndexWriter, directory: MemoryDirectory): Map<string, number> {
  const docs = dumpDocs(openSegments(writer.snapshot(), directory));
  return new Map(docs.map((doc) => [(doc.stored as { id: string }).id, doc.seqNo[0]]));
}

test('the index is what it was at the commit it went back to', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const run = new Run();
      for (const each of steps) {
        run.take(each);
        run.check();
      }
    }),
    { numRuns: 200 },
  );
});

test('a commit of another index is taken over', () => {
  const source = new MemoryDirectory();
  const written = IndexWriter.open(source);
  for (let doc = 0; doc < 3; doc++) written.addDocument(toIndexable(smallSample(doc), doc));
  written.commit({ from: 'elsewhere' });
  const target = new MemoryDirectory();
  const writer = IndexWriter.open(target, { keepCommits: true });
  writer.addDocument(toIndexable(smallSample(9), 9));
  writer.commit({});
  writer.clear();
  expect(target.list()).toEqual([]);
  for (const name of source.list()) {
    const bytes = new Uint8Array(source.length(name));
    source.readInto(name, 0, bytes);
    target.writeFile(name, bytes);
  }
  writer.adopt();
  writer.refresh();
  expect([...seqNosIn(writer, target)]).toEqual([
    ['id-0', 0],
    ['id-1', 1],
    ['id-2', 2],
  ]);
  expect(writer.commitUserData).toEqual({ from: 'elsewhere' });
});
