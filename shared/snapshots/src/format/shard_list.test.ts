import { Malformed } from './envelope.js';
import {
  type ListedFile,
  listFromPlain,
  listToPlain,
  MOST_PARTS,
  partBytesOf,
  partsOf,
} from './shard_list.js';

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

test('a file has no more parts than may be', () => {
  const read = (lengthBytes: number, partBytes: number) => {
    const content = { kind: 'blob', blob: 'data-a', partBytes } as const;
    const files = [{ ...fileOf('a'), lengthBytes, content }];
    return listFromPlain(listToPlain({ snapshots: [{ ...SNAPSHOT, files }] }));
  };
  const [snapshot] = read(5 * MOST_PARTS, 5).snapshots;
  expect(snapshot?.files.map((file) => partsOf(file).length)).toEqual([MOST_PARTS]);
  for (const lengthBytes of [5 * MOST_PARTS + 1, Number.MAX_SAFE_INTEGER]) {
    expect(() => read(lengthBytes, 5)).toThrow(Malformed);
  }
});

test('parts are as long as is wanted, or longer where they would be too many', () => {
  expect([partBytesOf(5, 5), partBytesOf(6, 5), partBytesOf(6, 0)]).toEqual([0, 5, 0]);
  expect(partBytesOf(5 * MOST_PARTS, 5)).toBe(5);
  expect(partBytesOf(5 * MOST_PARTS + 1, 5)).toBe(6);
});
