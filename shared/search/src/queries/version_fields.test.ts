import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: { properties: { v: { type: 'version' } } },
  documents: [
    { v: '1.10.0' },
    { v: '1.2.0' },
    { v: '1.2.0-rc.1' },
    { v: 'next' },
    { v: ['2.0.0+a', '0.1'] },
    {},
  ],
});
const ids = (query: Record<string, unknown>) => [...index.search({ query: query as never }).ids];

it.each<[Record<string, unknown>, string[]]>([
  [{ term: { v: '1.2.0' } }, ['2']],
  [{ term: { v: { value: '1.2.0-RC.1', case_insensitive: true } } }, ['3']],
  [{ match: { v: '1.10.0' } }, ['1']],
  [{ terms: { v: ['next', '0.1'] } }, ['4', '5']],
  [{ range: { v: { gte: '1.2.0', lt: '2.0.0' } } }, ['1', '2']],
  [{ range: { v: { gt: '1.2.0-rc.1', lte: '1.10.0' } } }, ['1', '2']],
  [{ range: { v: { gt: '2.0.0+a' } } }, ['4']],
  [{ prefix: { v: '1.2' } }, ['2', '3']],
  [{ wildcard: { v: '1.*.0' } }, ['1', '2']],
  [{ wildcard: { v: { value: '*RC*', case_insensitive: true } } }, ['3']],
  [{ regexp: { v: '[12]\\..*|n.*' } }, ['1', '2', '3', '4', '5']],
  [{ exists: { field: 'v' } }, ['1', '2', '3', '4', '5']],
  [{ query_string: { query: 'v:1.2*' } }, ['2', '3']],
])('%j', (query, expected) => {
  expect(ids(query).sort()).toEqual(expected);
});

test('versions are sorted and shown', () => {
  const { hits } = index.search({
    sort: [{ v: 'asc' }],
    docvalue_fields: ['v'],
    script_fields: { first: { script: "doc['v'].size() == 0 ? '' : doc['v'].value" } },
  });
  expect(hits.map(({ _id, sort }) => [_id, sort])).toEqual([
    ['5', ['0.1']],
    ['3', ['1.2.0-rc.1']],
    ['2', ['1.2.0']],
    ['1', ['1.10.0']],
    ['4', ['next']],
    ['6', [null]],
  ]);
  expect(hits[0]?.fields).toEqual({ v: ['0.1', '2.0.0+a'], first: ['0.1'] });
  const after = index.search({ sort: ['v'], search_after: ['1.2.0'], fields: ['v'], size: 1 });
  expect(after.hits[0]?.fields).toEqual({ v: ['1.10.0'] });
});

it('takes no fuzzy queries', () => {
  expect(() => ids({ fuzzy: { v: '1.2.1' } })).toThrow(
    'Can only use fuzzy queries on keyword and text fields - not on [v] which is of type [version]',
  );
});
