import { IndexWriter } from '../index/index_writer.js';
import { fullSample, toIndexable } from '../index/testing/sample_index.js';
import { MemoryDirectory } from '../store/memory_directory.js';
import { checkIndex } from './check_index.js';

function sampleIndex(): MemoryDirectory {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  for (let i = 0; i < 300; i++) {
    writer.addDocument(toIndexable(fullSample(i), i));
    if (i === 150) writer.refresh();
  }
  writer.refresh();
  writer.deleteDocuments('id-3');
  writer.commit({});
  return directory;
}

test('a sound index has no problems; an empty directory neither', () => {
  const sound = checkIndex(sampleIndex());
  expect(sound).toMatchObject({ generation: 1, segmentCount: 2, docCount: 299, problems: [] });
  expect(sound.segments.map(({ docCount, deletedCount }) => [docCount, deletedCount])).toEqual([
    [150, 1],
    [149, 0],
  ]);
  const parts = ['geo', 'norms', 'numbers', 'ordinals', 'points', 'postings', 'source', 'stored'];
  expect(Object.keys(sound.segments[0]?.partBytes ?? {})).toEqual(
    expect.arrayContaining([...parts, 'terms']),
  );
  const empty = checkIndex(new MemoryDirectory());
  expect(empty).toEqual({
    generation: 0,
    userData: {},
    segmentCount: 0,
    docCount: 0,
    segments: [],
    problems: [],
  });
});

test('every damaged byte of every file is found, and in the right segment', () => {
  const directory = sampleIndex();
  for (const name of directory.list()) {
    const original = new Uint8Array(directory.length(name));
    directory.readInto(name, 0, original);
    for (let i = 0; i < original.length; i += Math.max(1, Math.floor(original.length / 40))) {
      const damaged = original.slice();
      damaged[i] ^= 0x10;
      directory.writeFile(name, damaged);
      const { problems } = checkIndex(directory);
      expect(problems.length).toBeGreaterThan(0);
      const segment = /^(_[0-9a-z]+?)[._]/.exec(name)?.[1];
      expect(problems[0]?.segment).toBe(segment);
    }
    directory.writeFile(name, original);
  }
});

test('a missing file is named', () => {
  const directory = sampleIndex();
  directory.remove('_0.src');
  expect(checkIndex(directory).problems[0]?.problem).toBe('file is missing (resource=_0.src)');
});
