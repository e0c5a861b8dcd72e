import { MemoryDirectory } from '../store/memory_directory.js';
import { IndexWriter } from './index_writer.js';
import { openSegments } from './open_segments.js';
import { ReadOnlyIndex } from './read_only_index.js';
import { dumpDocs, smallSample, toIndexable } from './testing/sample_index.js';

/** Counts the bytes that are read from segment files. */
class CountingDirectory extends MemoryDirectory {
  segmentBytes = 0;

  override readInto(name: string, offset: number, target: Uint8Array): void {
    if (name.endsWith('.seg')) this.segmentBytes += target.length;
    super.readInto(name, offset, target);
  }
}

function written(directory: MemoryDirectory): ReturnType<typeof dumpDocs> {
  const writer = IndexWriter.open(directory);
  for (let id = 0; id < 400; id++) writer.addDocument(toIndexable(smallSample(id), id));
  writer.commit({});
  for (let id = 400; id < 500; id++) writer.addDocument(toIndexable(smallSample(id), id));
  for (let id = 0; id < 50; id++) writer.deleteDocuments(`id-${id}`);
  writer.refresh();
  const docs = dumpDocs(openSegments(writer.snapshot(), directory));
  writer.commit({ some: 'data' });
  writer.close();
  return docs;
}

test('has what the writer committed, and reads little to open it', () => {
  const directory = new CountingDirectory();
  const docs = written(directory);
  directory.segmentBytes = 0;
  const index = ReadOnlyIndex.open(directory);
  const wholeBytes = directory
    .list()
    .filter((name) => name.endsWith('.seg'))
    .reduce((sum, name) => sum + directory.length(name), 0);
  expect(directory.segmentBytes).toBeLessThan(wholeBytes / 2);
  expect(index.commit.userData).toEqual({ some: 'data' });
  expect(index.segments.map(({ docCount, deletedCount }) => [docCount, deletedCount])).toEqual([
    [350, 50],
    [100, 0],
  ]);
  expect(dumpDocs(openSegments(index.snapshot, directory))).toEqual(docs);
  index.close();
});

test('is not opened over another file than the one that was committed', () => {
  const directory = new MemoryDirectory();
  written(directory);
  const other = new MemoryDirectory();
  const writer = IndexWriter.open(other);
  for (let id = 0; id < 400; id++) writer.addDocument(toIndexable(smallSample(id + 1), id));
  writer.commit({});
  const bytes = new Uint8Array(other.length('_0.seg'));
  other.readInto('_0.seg', 0, bytes);
  directory.writeFile('_0.seg', bytes);
  expect(() => ReadOnlyIndex.open(directory)).toThrow(/_0\.(?:seg|src)/);
  expect(() => ReadOnlyIndex.open(new MemoryDirectory())).toThrow('there is no commit');
});

test('a part that comes wrong is read again from where it is', () => {
  const directory = new MemoryDirectory();
  const docs = written(directory);
  class StaleCopy extends MemoryDirectory {
    readsAnew = 0;

    override readInto(name: string, offset: number, target: Uint8Array): void {
      directory.readInto(name, offset, target);
      if (target.length > 64) target[40] = (target[40] ?? 0) ^ 1;
    }

    readAnew(name: string, offset: number, target: Uint8Array): void {
      this.readsAnew++;
      directory.readInto(name, offset, target);
    }
  }
  const index = ReadOnlyIndex.open(directory);
  const stale = new StaleCopy();
  expect(dumpDocs(openSegments(index.snapshot, stale))).toEqual(docs);
  expect(stale.readsAnew).toBeGreaterThan(0);
  index.close();
});
