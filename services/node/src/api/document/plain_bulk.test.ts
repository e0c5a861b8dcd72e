import { type PlainWrites, plainOpOf } from '../../shard_host/mod.js';
import { readBulk } from './bulk_body.js';
import { PlainBulkReader } from './plain_bulk.js';

const DEFAULTS = {
  index: undefined,
  routing: undefined,
  pipeline: undefined,
  requireAlias: false,
  source: undefined,
};

interface Shown {
  readonly action: string;
  readonly index: string;
  readonly id: string;
  readonly body: string | undefined;
}

function plain(text: string, index?: string): Shown[] | undefined {
  const body = new TextEncoder().encode(text);
  const reader = PlainBulkReader.of(body, { ...DEFAULTS, index });
  const shown: Shown[] = [];
  while (reader !== undefined && !reader.done) {
    const writes = reader.read(2);
    if (writes === undefined) return undefined;
    shown.push(...shownOf(writes));
  }
  return reader && shown;
}

function shownOf(writes: PlainWrites): Shown[] {
  const { body } = writes;
  return writes.ids.map((id, i) => {
    const action = plainOpOf(writes.ops[i] ?? 0);
    const start = writes.ranges[2 * i] ?? 0;
    const end = start + (writes.ranges[2 * i + 1] ?? 0);
    const document = new TextDecoder().decode(body.subarray(start, end));
    const name = writes.names[writes.nameOf[i] ?? 0] ?? '';
    return { action, index: name, id, body: action === 'delete' ? undefined : document };
  });
}

function itemByItem(text: string, index?: string): Shown[] {
  const items = [...readBulk(new TextEncoder().encode(text), { ...DEFAULTS, index })];
  return items.map(({ action, write: { index: name, id, body } }) => {
    return { action, index: name, id, body: body && new TextDecoder().decode(body) };
  });
}

it.each([
  '{"index":{"_index":"a","_id":"1"}}\n{"x":1}\n{"index":{"_index":"a","_id":"2"}}\n{"x":2}\n',
  '{"index": {"_id": "1", "_index": "b"} }\r\n{"x": 1}\r\n{"delete":{"_id":"1"}}\n{"create":{}}\n{broken\n',
  ' { "create" : { "_index" : "other" } } \n\n{"index":{"_index":"a"}}\n{}\n',
])('reads %j as the item by item way does', (text) => {
  expect(plain(text, 'default')).toEqual(itemByItem(text, 'default'));
});

it.each([
  ['an update', '{"update":{"_id":"1"}}\n{}\n'],
  ['routing', '{"index":{"_id":"1","routing":"r"}}\n{}\n'],
  ['a number as id', '{"index":{"_id":1}}\n{}\n'],
  ['an empty id', '{"index":{"_id":""}}\n{}\n'],
  ['an escape', '{"index":{"_id":"\\n"}}\n{}\n'],
  ['an id that is not ASCII', '{"index":{"_id":"é"}}\n{}\n'],
  ['a long id', `{"index":{"_id":"${'x'.repeat(200)}"}}\n{}\n`],
  ['a delete without id', '{"delete":{}}\n'],
  ['an action without document', '{"index":{}}\n'],
  ['an empty line', '\n{"index":{}}\n{}\n'],
  ['more behind the action', '{"index":{}} x\n{}\n'],
  ['a broken line', '{"index":{"_id"\n{}\n'],
  ['a missing end of line', '{"index":{}}\n{}'],
])('leaves %s to it', (_what, text) => {
  expect(plain(text, 'default')).toBeUndefined();
});

it('leaves an item without an index to it', () => {
  expect(plain('{"index":{}}\n{}\n')).toBeUndefined();
});

it('passes over items, returns and reads them', () => {
  const body = new TextEncoder().encode('{"index":{"_id":"1"}}\n{"x":1}\n'.repeat(5));
  const reader = PlainBulkReader.of(body, { ...DEFAULTS, index: 'a' });
  expect(reader?.read(2)).toMatchObject({ ids: ['1', '1'], isWhole: false });
  const mark = reader?.mark ?? 0;
  expect(reader?.pass(10)).toBe(true);
  expect(reader?.done).toBe(true);
  reader?.returnTo(mark);
  expect(reader?.read(10)).toMatchObject({ ids: ['1', '1', '1'], isWhole: false });
  reader?.returnTo(0);
  expect(reader?.read(3)?.isWhole).toBe(false);
  expect(reader?.readOn(2)).toMatchObject({ ids: ['1', '1', '1', '1', '1'], isWhole: true });
});
