/** Tests that a closed writer refuses all that would change the index. */
import { runMerge } from '../merge/merge_job.js';
import { MemoryDirectory } from '../store/memory_directory.js';
import { IndexWriter } from './index_writer.js';
import { smallSample, toIndexable } from './testing/sample_index.js';

function opened() {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  for (let i = 0; i < 12; i++) {
    writer.addDocument(toIndexable(smallSample(i), i));
    writer.refresh();
  }
  writer.commit({});
  return { directory, writer };
}

const document = toIndexable(smallSample(99), 99);
const COMMIT = { generation: 9, segmentCounter: 9, segments: [], userData: {} };

type Action = (writer: IndexWriter) => unknown;

const ACTIONS: Readonly<Record<string, Action>> = {
  addDocument: (writer) => writer.addDocument(document),
  replaceDocument: (writer) => writer.replaceDocument(document),
  deleteDocuments: (writer) => writer.deleteDocuments('id-1'),
  addDeleted: (writer) => writer.addDeleted(document),
  refresh: (writer) => writer.refresh(),
  commit: (writer) => writer.commit({ a: 'b' }),
  resetTo: (writer) => writer.resetTo(1),
  clear: (writer) => writer.clear(),
  adopt: (writer) => writer.adopt(),
  follow: (writer) => writer.follow(COMMIT, {}),
  addSegments: (writer) => writer.addSegments(new MemoryDirectory(), COMMIT),
  retainDocuments: (writer) => writer.retainDocuments(() => false, 'routing'),
  startMerge: (writer) => writer.startMerge(),
  forceMergeOf: (writer) => writer.forceMergeOf(1, false),
  maybeMerge: (writer) => writer.maybeMerge(),
  forceMerge: (writer) => writer.forceMerge(1, false),
};

const filesOf = (directory: MemoryDirectory) =>
  directory
    .list()
    .sort()
    .map((name) => {
      const bytes = new Uint8Array(directory.length(name));
      directory.readInto(name, 0, bytes);
      return [name, Buffer.from(bytes).toString('latin1')];
    });

test.each(Object.entries(ACTIONS))(
  'a closed writer refuses %s, and changes nothing',
  (_name, action) => {
    const { directory, writer } = opened();
    writer.close();
    const before = filesOf(directory);
    expect(() => action(writer)).toThrow('index writer cannot be used: this writer is closed');
    expect(filesOf(directory)).toEqual(before);
  },
);

test('a merge that has run cannot be finished, nor a forced one begun, once the writer is closed', () => {
  const { directory, writer } = opened();
  const forced = writer.forceMergeOf(1, false);
  const job = writer.startForcedMerge(forced);
  if (job === undefined) throw new Error('no merge is wanted');
  runMerge(job, directory, { nowMs: () => 0, monotonicMs: () => 0 });
  writer.close();
  const words = 'index writer cannot be used: this writer is closed';
  expect(() => writer.finishMerge(job)).toThrow(words);
  expect(() => writer.startForcedMerge(forced)).toThrow(words);
});
