import { type ListedFile, listToPlain } from './shard_list.js';

const SNAPSHOT = { name: 'one', uuid: 'of-one', startMs: 0, timeMs: 0, newFiles: 1, newBytes: 5 };

function fileOf(name: string): ListedFile {
  const content = { kind: 'inline', bytes: new Uint8Array(5) } as const;
  return { name, lengthBytes: 5, sha256: 'a'.repeat(64), identity: undefined, content };
}

test('a list that is changed while it is encoded is not written with places that nobody can read', () => {
  const files = [fileOf('first')];
  const snapshot = {
    ...SNAPSHOT,
    get files() {
      const before = [...files];
      files.push(fileOf('added'));
      return before;
    },
  };
  expect(() => listToPlain({ snapshots: [snapshot] })).toThrow(
    'the list does not have file [added]',
  );
});
