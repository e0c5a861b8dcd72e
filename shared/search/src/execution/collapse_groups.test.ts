/** `collapse` on one shard: the hits and their contents, and the refused requests. */

import type { JsonObject } from '@skein/content';
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: mappingOf({
    k: 'keyword',
    n: 'integer',
    f: 'double',
    t: 'text',
    d: 'date',
    several: 'keyword',
    hidden: { type: 'keyword', index: false },
    columnless: { type: 'keyword', doc_values: false },
    al: { type: 'alias', path: 'k' },
  }),
  documents: [
    { k: 'a', n: 1, f: 0.5, t: 'x', several: ['p', 'q'], d: '2024-01-01' },
    { k: 'b', n: 2, f: 0.5, t: 'x y' },
    { k: 'a', n: 3, f: 1.5, t: 'y' },
    { n: 4, t: 'x' },
    { k: 'b', n: 5, t: 'x x' },
  ],
});

test.each([
  [{ field: 'k' }, { sort: ['n'] }, '1:a 2:b 4:-'],
  [{ field: 'k' }, { sort: [{ n: 'desc' }] }, '5:b 4:- 3:a'],
  [{ field: 'k' }, { sort: [{ n: 'desc' }], from: 1, size: 1 }, '4:-'],
  [{ field: 'f' }, { sort: ['n'] }, '1:0.5 3:1.5 4:-'],
  [{ field: 'al' }, { sort: ['n'], query: { match: { t: 'y' } } }, '2:b 3:a'],
  [{ field: 'k' }, { sort: ['k'], search_after: ['a'] }, '2:b 4:-'],
  [{ field: 'k' }, { query: { match: { t: 'x' } } }, '5:b 1:a 4:-'],
])('%j with %j', (collapse: JsonObject, more: JsonObject, expected) => {
  const { hits, total } = index.search({ collapse, ...more });
  const shown = hits.map(({ _id: id, fields }) => {
    const values = (fields as JsonObject | undefined)?.[String(collapse.field)] as unknown[];
    return `${id}:${values?.[0] ?? '-'}`;
  });
  expect(shown.join(' ')).toBe(expected);
  const { query } = more;
  expect(total).toBe(index.search(query === undefined ? {} : { query }).total);
});

test('one search of a group at a time is enough', () => {
  const collapse = { field: 'k', max_concurrent_group_searches: 1 };
  expect(index.search({ collapse, sort: ['n'] }).ids).toEqual(['1', '2', '4']);
});

test.each([
  [{ field: 'zz' }, {}, 'no mapping found for `zz` in order to collapse on'],
  [{ field: 't' }, {}, 'unknown type for collapse field `t`, only keywords and numbers'],
  [{ field: 'd' }, {}, 'unknown type for collapse field `d`, only keywords and numbers'],
  [{ field: 'columnless' }, {}, 'cannot collapse on field `columnless` without `doc_values`'],
  [{ field: 'several' }, {}, 'the collapse field must be single valued'],
  [{ field: 'hidden', inner_hits: { name: 'i' } }, {}, 'only indexed field can retrieve'],
  [{ field: 'k' }, { sort: ['n'], search_after: [1] }, 'in conjunction with `search_after`'],
  [{ field: 'k' }, { rescore: { query: { rescore_query: { match_all: {} } } } }, '`rescore`'],
  [{}, {}, '[collapse] requires [field]'],
  [{ field: 'k', x: 1 }, {}, '[collapse] unknown field [x]'],
  [{ field: 'k', max_concurrent_group_searches: 0 }, {}, '[max_concurrent_group_searches]'],
  [
    { field: 'k', inner_hits: { name: 'i', collapse: { field: 'n', inner_hits: {} } } },
    {},
    '[collapse] failed to parse field [inner_hits]',
  ],
])('%j with %j is refused: %s', (collapse: JsonObject, more: JsonObject, reason) => {
  expect(() => index.search({ collapse, ...more })).toThrow(reason);
});

test('a page that begins behind the first hit keeps its groups for their inner hits', () => {
  const body = { collapse: { field: 'k', inner_hits: { name: 'x' } }, sort: ['n'] };
  expect(index.groupsOfPage(body)).toEqual(['a', 'b', null]);
  expect(index.groupsOfPage({ ...body, from: 1 })).toEqual(['b', null]);
  expect(index.groupsOfPage({ ...body, from: 1, size: 1 })).toEqual(['b']);
});
