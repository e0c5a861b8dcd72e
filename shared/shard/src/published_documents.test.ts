import { IndexWriter, MemoryDirectory, openSegments } from '@skein/search_library';
import type { GetRequest } from './calls.js';
import { PublishedDocuments } from './published_documents.js';

const LARGE = `{"a":"${'x'.repeat(70_000)}"}`;

function setUp() {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory, {});
  const write = (id: string, source: string, seqNo: number) => {
    const stored = {
      id,
      routing: id === 'routed' ? 'r' : undefined,
      source: new TextEncoder().encode(source),
      fields: undefined,
    };
    const document = { fields: [], nested: [], stored, version: 3, seqNo, primaryTerm: 2 };
    writer.replaceDocument(document as never);
  };
  const shard = { index: 'i', indexUuid: 'u', shardId: 0 };
  let opened = 0;
  const published = new PublishedDocuments({
    shard: shard as never,
    openDirectory: () => {
      opened++;
      return directory;
    },
  });
  const publish = () => {
    writer.refresh();
    published.publish(writer.snapshot());
  };
  const get = (id: string, more: Partial<GetRequest> = {}) =>
    published.get({
      id,
      routing: undefined,
      realtime: true,
      refresh: false,
      version: undefined,
      versionType: 'internal',
      source: { enabled: true, includes: [], excludes: [] },
      storedFields: [],
      ...more,
    });
  /** Size of the block of the newest document. */
  const blockBytes = () => {
    const segment = openSegments(writer.snapshot(), directory).at(-1);
    return segment?.storedBlockBytes(segment.maxDoc - 1) ?? 0;
  };
  return { write, publish, get, blockBytes, published, opened: () => opened };
}

const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

test('a document as it was published, and its version', () => {
  const { write, publish, get, opened } = setUp();
  expect(get('1')).toBeUndefined();
  write('1', '{"a":1,"b":2}', 7);
  write('routed', '{}', 8);
  publish();
  const found = get('1');
  expect(found).toMatchObject({ found: true, id: '1', version: 3, seqNo: 7, primaryTerm: 2 });
  expect(text(found?.source)).toBe('{"a":1,"b":2}');
  expect(get('routed')).toMatchObject({ routing: 'r' });
  const only = get('1', { source: { enabled: true, includes: ['b'], excludes: [] } });
  expect(text(only?.source)).toBe('{"b":2}');
  expect(
    get('1', { source: { enabled: false, includes: [], excludes: [] } })?.source,
  ).toBeUndefined();
  expect(get('2')).toMatchObject({ found: false, id: '2' });
  expect(opened()).toBe(1);
});

test('the newest point in time is read, with what was opened of the one before', () => {
  const { write, publish, get } = setUp();
  write('1', '{"n":1}', 0);
  publish();
  expect(text(get('1')?.source)).toBe('{"n":1}');
  write('1', '{"n":2}', 1);
  write('2', '{"n":3}', 2);
  publish();
  expect([text(get('1')?.source), text(get('2')?.source)]).toEqual(['{"n":2}', '{"n":3}']);
});

test('large documents and stored fields are left to the engine, closed ones too', () => {
  const { write, publish, get, published } = setUp();
  write('large', LARGE, 0);
  publish();
  expect(get('large')).toBeUndefined();
  expect(get('none', { storedFields: ['a'] })).toBeUndefined();
  expect(get('none', { storedFields: ['_routing'] })).toMatchObject({ found: false });
  published.close();
  expect(get('none')).toBeUndefined();
});

test('a document is read here up to 64 KiB of the block that it lies in', () => {
  const { write, publish, get, blockBytes } = setUp();
  const sizes = new Map<number, boolean>();
  for (let length = 65_300; length < 65_600; length++) {
    write('1', 'x'.repeat(length), 0);
    publish();
    sizes.set(blockBytes(), get('1') !== undefined);
  }
  expect([sizes.get(65_535), sizes.get(65_536), sizes.get(65_537)]).toEqual([true, true, false]);
  expect([...sizes].filter(([bytes, isHere]) => isHere !== bytes <= 65_536)).toEqual([]);
});

test('another version than the one asked for is a conflict', () => {
  const { write, publish, get } = setUp();
  write('1', '{}', 0);
  publish();
  expect(get('1', { version: 3 })).toMatchObject({ found: true });
  expect(() => get('1', { version: 2 })).toThrow('current version [3] is different');
});
