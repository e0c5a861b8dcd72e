/**
 * Names read from blobs become parts of other names: a writer of a repository must not lead its
 * readers out of it.
 */

import { detailsOf } from '../testing/test_repository.js';
import { detailsFromPlain } from './details_blob.js';
import { Malformed } from './envelope.js';
import { EMPTY_ROOT, rootFromPlain, rootToPlain } from './root_blob.js';
import { listFromPlain, listToPlain } from './shard_list.js';

const PLAIN = 'a-plain_name.1';
const NOT_PLAIN = [
  '',
  '.',
  '..',
  '../x',
  'a/b',
  'a/../../b',
  '/a',
  'a\\b',
  'a\0',
  '%2e%2e',
  'a'.repeat(256),
];

interface Names {
  readonly snapshot?: string;
  readonly index?: string;
  readonly key?: string;
  readonly generation?: string;
}

function rootWith({ snapshot = PLAIN, index = PLAIN, key = PLAIN, generation = PLAIN }: Names) {
  const { name, state, startMs, endMs, version, dataStreams } = detailsOf({
    name: 'one',
    uuid: '',
  });
  return rootToPlain({
    ...EMPTY_ROOT,
    snapshots: [
      {
        name,
        uuid: snapshot,
        key: undefined,
        state,
        startMs,
        endMs,
        version,
        dataStreams,
        indices: ['books'],
      },
    ],
    indices: [
      {
        name: 'books',
        id: index,
        snapshots: [snapshot],
        metadata: [key],
        generations: [undefined, generation],
      },
    ],
  });
}

test('a root whose names are plain is read', () => {
  expect(rootFromPlain(rootWith({}), 3).indices[0]?.generations).toEqual([undefined, PLAIN]);
});

test.each(NOT_PLAIN)('a root with a part of a name that is %j is refused', (name) => {
  for (const part of ['snapshot', 'index', 'key', 'generation'] as const) {
    expect(() => rootFromPlain(rootWith({ [part]: name }), 3)).toThrow(Malformed);
  }
});

function listWith({ uuid = PLAIN, name = PLAIN, blob = PLAIN }) {
  const content = { kind: 'blob', blob, partBytes: 0 } as const;
  const file = { name, lengthBytes: 5_000, sha256: 'a'.repeat(64), identity: undefined, content };
  const snapshot = { name: 'one', uuid, startMs: 0, timeMs: 0, newFiles: 1, newBytes: 5_000 };
  return listToPlain({ snapshots: [{ ...snapshot, files: [file] }] });
}

test('a list whose names are plain is read', () => {
  expect(listFromPlain(listWith({})).snapshots[0]?.uuid).toBe(PLAIN);
});

test.each(NOT_PLAIN)('a list with a part of a name that is %j is refused', (name) => {
  for (const part of ['uuid', 'name', 'blob'] as const) {
    expect(() => listFromPlain(listWith({ [part]: name }))).toThrow(Malformed);
  }
});

test.each(NOT_PLAIN)('details of a snapshot whose UUID is %j are refused', (uuid) => {
  expect(() => detailsFromPlain(detailsOf({ name: 'one', uuid }))).toThrow(Malformed);
});
