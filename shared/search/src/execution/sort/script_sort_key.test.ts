/** `_script` sorts with nested documents, with answers of OpenSearch. */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../../testing/test_index.js';

const index = new TestIndex({
  mapping: {
    properties: {
      n: { type: 'long' },
      o: {
        type: 'nested',
        properties: {
          v: { type: 'long' },
          k: { type: 'keyword' },
          p: { type: 'nested', properties: { w: { type: 'long' } } },
        },
      },
    },
  },
  documents: [
    {
      n: 1,
      o: [
        { v: 3, k: 'c', p: [{ w: 5 }] },
        { v: 1, k: 'a', p: [{ w: 9 }, { w: 2 }] },
        { v: 8, k: 'h' },
      ],
    },
    {
      n: 2,
      o: [
        { v: 2, k: 'b' },
        { v: 2, k: 'z' },
      ],
    },
    { n: 3 },
    { n: 4, o: [{ k: 'q' }] },
    { n: 5, o: { v: 7, k: 'g', p: { w: 1 } } },
  ],
});

const NONE = Number.MAX_VALUE;
const TWICE = "doc['o.v'].size() == 0 ? 100 : doc['o.v'].value * 2";
const NESTED = { path: 'o' };

function sorted(script: JsonObject, more: JsonObject = {}): string {
  const { hits } = index.search({ sort: [{ _script: script }, 'n'], ...more });
  return hits.map(({ _id, sort }) => `${_id}:${(sort as unknown[])[0]}`).join(' ');
}

test.each([
  ['min', 'asc', `1:2 2:4 5:14 4:100 3:${NONE}`],
  ['min', 'desc', `3:${NONE} 4:100 5:14 2:4 1:2`],
  ['max', 'asc', `2:4 5:14 1:16 4:100 3:${NONE}`],
  ['max', 'desc', `3:${NONE} 4:100 1:16 5:14 2:4`],
  ['sum', 'asc', `2:8 5:14 1:24 4:100 3:${NONE}`],
  ['avg', 'asc', `2:4 1:8 5:14 4:100 3:${NONE}`],
  [undefined, 'asc', `1:2 2:4 5:14 4:100 3:${NONE}`],
  [undefined, 'desc', `3:${NONE} 4:100 1:16 5:14 2:4`],
])('numbers, %s %s', (mode, order, expected) => {
  const chosen = mode === undefined ? {} : { mode };
  expect(sorted({ type: 'number', script: TWICE, order, nested: NESTED, ...chosen })).toBe(
    expected,
  );
});

test.each([
  ['min', 'asc', '1:a 2:b 5:g 4:q 3:null'],
  ['max', 'asc', '5:g 1:h 4:q 2:z 3:null'],
  ['min', 'desc', '4:q 5:g 2:b 1:a 3:null'],
  ['max', 'desc', '2:z 4:q 1:h 5:g 3:null'],
])('texts, %s %s', (mode, order, expected) => {
  const script = { type: 'string', script: "doc['o.k'].value", order, mode, nested: NESTED };
  expect(sorted(script)).toBe(expected);
});

test.each([
  [
    { path: 'o', filter: { range: { 'o.v': { lte: 3 } } } },
    `2:4 1:6 3:${NONE} 4:${NONE} 5:${NONE}`,
  ],
  [{ path: 'o', max_children: 1 }, `2:4 1:6 5:14 4:100 3:${NONE}`],
])('nested documents are chosen by %j', (nested, expected) => {
  expect(sorted({ type: 'number', script: TWICE, mode: 'max', nested })).toBe(expected);
});

test('documents of the second level are reached through the first, or at once', () => {
  const script = { type: 'number', script: "doc['o.p.w'].value", mode: 'sum' };
  const none = `2:${NONE} 3:${NONE} 4:${NONE}`;
  const through = { path: 'o', nested: { path: 'o.p' } };
  expect(sorted({ ...script, nested: through })).toBe(`5:1 1:16 ${none}`);
  expect(sorted({ ...script, nested: { path: 'o.p' } })).toBe(`5:1 1:16 ${none}`);
});

test('the older options choose nested documents too', () => {
  const older = { nested_path: 'o', nested_filter: { term: { 'o.v': 2 } } };
  expect(sorted({ type: 'number', script: TWICE, ...older })).toBe(
    `2:4 1:${NONE} 3:${NONE} 4:${NONE} 5:${NONE}`,
  );
});

test('the score is that of the document, and search_after passes over what has no value', () => {
  const script = "_score + doc['o.v'].size()";
  const scored = { type: 'number', script, mode: 'sum', nested: NESTED };
  expect(sorted(scored, { query: { match_all: {} } })).toBe(`4:1 5:2 2:4 1:6 3:${NONE}`);
  const texts = { type: 'string', script: "doc['o.k'].value", nested: NESTED };
  expect(sorted(texts, { search_after: ['b', 2] })).toBe('5:g 4:q 3:null');
  expect(sorted(texts, { search_after: [null, 0] })).toBe('3:null');
});

test('very many nested documents are joined', () => {
  const many = new TestIndex({
    mapping: { properties: { o: { type: 'nested', properties: { v: { type: 'long' } } } } },
    settings: { 'index.mapping.nested_objects.limit': '150000' },
    documents: [{ o: Array.from({ length: 150_000 }, (_, v) => ({ v })) }],
  });
  const keyOf = (mode: string) => {
    const script = { type: 'number', script: "doc['o.v'].value", mode, nested: NESTED };
    const [hit] = many.search({ sort: [{ _script: script }] }).hits;
    return (hit?.sort as unknown[] | undefined)?.[0];
  };
  expect(keyOf('min')).toBe(0);
  expect(keyOf('max')).toBe(149_999);
});

test('a script that returns no text is refused', () => {
  const script = "doc['n'].value == 2 ? null : params.text";
  const refused = 'Cannot invoke "java.lang.CharSequence.length()" because "text" is null';
  for (const text of [null, 'a']) {
    const sort = { type: 'string', script: { source: script, params: { text } } };
    expect(() => sorted(sort)).toThrow(refused);
  }
});

test('fields have no median over nested documents either', () => {
  const sort = [{ 'o.v': { mode: 'median', nested: NESTED } }];
  expect(() => index.search({ sort })).toThrow('Unsupported sort mode: MEDIAN');
});

test.each([
  [
    { type: 'number', script: '1', mode: 'median', nested: NESTED },
    'Unsupported sort mode: MEDIAN',
  ],
  [
    { type: 'number', script: '1', nested: { path: 'zz' } },
    '[nested] failed to find nested object under path [zz]',
  ],
  [
    { type: 'number', script: '1', nested_path: 'o', nested: NESTED },
    '[_script] failed to parse field [nested]',
  ],
  [{ type: 'string', script: '1', mode: 'sum' }, '[_script] failed to parse field [mode]'],
])('%j is refused', (script, reason) => {
  expect(() => sorted(script)).toThrow(reason);
});
