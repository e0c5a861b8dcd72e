import { NO_BODY, type WriteBatch, writeOpOf } from '../../shard_host/mod.js';
import { type BulkDefaults, BulkReader } from './bulk_reader.js';

const DEFAULTS: BulkDefaults = {
  index: undefined,
  routing: undefined,
  pipeline: undefined,
  requireAlias: false,
  source: undefined,
};

function reader(text: string, more: Partial<BulkDefaults> = {}): BulkReader {
  return new BulkReader(new TextEncoder().encode(text), { ...DEFAULTS, ...more });
}

function shown({ body, ids, names, nameOf, ops, ranges, special }: WriteBatch) {
  return ids.map((id, i) => {
    const start = ranges[2 * i] ?? 0;
    const document = body.subarray(start, start + (ranges[2 * i + 1] ?? 0));
    return {
      op: writeOpOf(ops[i] ?? 0),
      autoId: (ops[i] ?? 0) >= 0x80,
      index: names[nameOf[i] ?? 0],
      id,
      routing: special.get(i)?.routing,
      body: start === NO_BODY ? undefined : new TextDecoder().decode(document),
    };
  });
}

it('leaves byte order marks out of documents', () => {
  const slice = reader('\ufeff{"index":{"_id":"1"}}\n\ufeff{"x":1}\n', { index: 'a' }).read(10);
  expect(shown(slice)).toMatchObject([{ id: '1', body: '{"x":1}' }]);
  const { ranges } = slice;
  expect(ranges[1]).toBe('{"x":1}'.length);
});

it('pairs actions with their documents and leaves those as they are', () => {
  const slice = reader(
    '{"index":{"_index":"a","_id":"1"}}\r\n{"x": 1}\r\n\n{"delete":{"_id":2}}\n{"create":{}}\n{broken\n',
    { index: 'b', routing: 'r' },
  ).read(10);
  expect(shown(slice)).toEqual([
    { op: 'index', index: 'a', id: '1', autoId: false, routing: 'r', body: '{"x": 1}' },
    { op: 'delete', index: 'b', id: '2', autoId: false, routing: 'r', body: undefined },
    { op: 'create', index: 'b', id: '', autoId: true, routing: 'r', body: '{broken' },
  ]);
});

it('keeps what few items ask for apart, by position', () => {
  const batch = reader(
    [
      '{"index":{"_id":"1"}}\n{}',
      '{"index":{"_id":"2","if_seq_no":7,"if_primary_term":1,"require_alias":true}}\n{}',
      '{"update":{"_id":"é\\n","retry_on_conflict":3,"_source":"a"}}\n{}',
      '{"index":{"_id":"4","op_type":"create","pipeline":"p","_source":false}}\n{}',
      '{"delete":{"_id":"5","version":3,"version_type":"external"}}\n',
    ].join('\n'),
    { index: 'a' },
  ).read(10);
  expect(batch.ids).toEqual(['1', '2', 'é\n', '4', '5']);
  expect(batch.ops.map(writeOpOf)).toEqual(['index', 'index', 'update', 'create', 'delete']);
  expect([...batch.special.keys()]).toEqual([1, 2, 4]);
  expect(batch.special.get(1)).toMatchObject({ ifSeqNo: 7, ifPrimaryTerm: 1, requireAlias: true });
  expect(batch.special.get(2)).toMatchObject({
    retryOnConflict: 3,
    fetchSource: { enabled: true, includes: ['a'] },
  });
  expect(batch.special.get(4)).toMatchObject({ version: 3, versionType: 'external' });
  expect([...batch.pipelines]).toEqual([[3, 'p']]);
});

it('reads a version of -3 as none', () => {
  const text = '{"delete":{"_id":"5","version":-3}}\n';
  const { special } = reader(text, { index: 'a' }).read(10);
  expect(special.get(0)?.version).toBeUndefined();
});

it('goes back to a mark and reads the same items again', () => {
  const reading = reader('{"index":{"_id":"1"}}\n{"x":1}\n'.repeat(5), { index: 'a' });
  const first = reading.read(2);
  const mark = reading.mark;
  const rest = reading.read(10);
  expect(reading.done).toBe(true);
  reading.returnTo(mark);
  expect(shown(reading.read(10))).toEqual(shown(rest));
  expect([first.isWhole, rest.isWhole]).toEqual([false, false]);
  reading.returnTo({ at: 0, line: 0 });
  expect(reading.read(3).isWhole).toBe(false);
  expect(reading.readOn(2)).toMatchObject({ ids: ['1', '1', '1', '1', '1'], isWhole: true });
});

it('tells what validation finds wrong, for all items together', () => {
  const reading = reader(
    '{"index":{}}\n{}\n{"delete":{"_index":"a"}}\n{"update":{"_index":"a"}}\n{}\n{"index":{"_index":"a","_id":"1"}}\n{}\n',
  );
  expect(reading.read(10).ids).toHaveLength(4);
  expect(reading.problems).toEqual(['index is missing', 'id is missing', 'id is missing']);
});

it('refuses an empty name of a pipeline where a document is indexed', () => {
  const lines = '{"index":{"_id":"1","pipeline":""}}\n{}\n{"update":{"_id":"1"}}\n{}\n';
  const reading = reader(lines, { index: 'a', pipeline: '' });
  reading.read(10);
  expect(reading.problems).toEqual(['pipeline cannot be an empty string']);
});

it('passes over an action at the end that has no document', () => {
  expect(shown(reader('{"index":{"_id":"1"}}\n', { index: 'a' }).read(5))).toEqual([]);
});

it('names every index once, in the order they come', () => {
  const text = ['a', 'a', 'b', 'a', 'c'].map((name) => `{"index":{"_index":"${name}"}}\n{}\n`);
  const batch = reader(text.join('')).read(5);
  expect(batch.names).toEqual(['a', 'b', 'c']);
  expect(batch.nameOf).toEqual([0, 0, 1, 0, 2]);
});

it.each([
  ['{"index":{}}\n{}', 'The bulk request must be terminated by a newline [\\n]'],
  [
    '"index"\n{}\n',
    'Malformed action/metadata line [1], expected START_OBJECT but found [VALUE_STRING]',
  ],
  [
    '{"index":{}}\n{}\n{}\n',
    'Malformed action/metadata line [3], expected FIELD_NAME but found [END_OBJECT]',
  ],
  [
    '{"nope":{}}\n{}\n',
    'Malformed action/metadata line [1], expected one of [create, delete, index, update] but found [nope]',
  ],
  ['{"index":{"_foo":1}}\n{}\n', 'Action/metadata line [1] contains an unknown parameter [_foo]'],
  [
    '{"index":{"_id":[1]}}\n{}\n',
    'Malformed action/metadata line [1], expected a simple value for field [_id] but found [START_ARRAY]',
  ],
  [
    '{"index":{"_id":"1","_source":["a"]}}\n{}\n',
    'Malformed action/metadata line [1], expected a simple value for field [_source] but found [START_ARRAY]',
  ],
  [
    '{"index":{"require_alias":"yes"}}\n{}\n',
    'Failed to parse value [yes] as only [true] or [false] are allowed.',
  ],
])('%j is refused', (body, reason) => {
  expect(() => reader(body).read(10)).toThrow(reason);
});

it('lets others have their turn where there are only empty lines', () => {
  const reading = reader(`${'\n'.repeat(100)}{"delete":{"_id":"1"}}\n`, { index: 'a' });
  let reads = 0;
  const ids: string[] = [];
  while (!reading.done) {
    ids.push(...reading.read(2).ids);
    reads++;
  }
  expect(ids).toEqual(['1']);
  expect(reads).toBeGreaterThan(10);
});

it('keeps no more faults than anybody reads', () => {
  const reading = reader('{"delete":{}}\n'.repeat(5_000), { index: 'a' });
  const ids = reading.read(5_000).ids;
  expect(ids).toHaveLength(5_000);
  expect(reading.problems).toHaveLength(1_000);
  expect(reading.problems[999]).toBe('id is missing');
});

it.each([
  ['"if_seq_no":""', 'For input string: ""'],
  ['"version":" 5"', 'For input string: " 5"'],
  ['"version":"0x10"', 'For input string: "0x10"'],
  ['"version":99999999999999999999', 'it must lie between'],
])('%s is no number of a line', (member, reason) => {
  const text = `{"index":{"_index":"a","_id":"1",${member}}}\n{}\n`;
  expect(() => reader(text).read(10)).toThrow(reason);
});

it('takes a version of an update as a condition, but no other type of versions', () => {
  const update = (members: string) =>
    reader(`{"update":{"_index":"a","_id":"1","version":3${members}}}\n{}\n`).read(10);
  expect(update('').special.get(0)).toMatchObject({ version: 3, versionType: 'internal' });
  expect(() => update(',"version_type":"external"')).toThrow(
    'Update requests do not support versioning.',
  );
});
