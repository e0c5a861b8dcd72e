/** Fields with `index: false`, which are searched by their columns. */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const COLORS = [['red fox', 'Blue'], 'green', ['blue', 'red'], 'Red', null, 'r*d', 'zebra'];
const ADDRESSES = [
  ['10.0.0.1', '::1'],
  '10.0.0.2',
  '192.168.1.1',
  '10.0.0.1',
  null,
  '2001::8',
  '10.1.2.3',
];
const TRUTHS = [true, false, [true, false], true, null, false, true];

const hidden = { index: false };
const neither = { index: false, doc_values: false };
const index = new TestIndex({
  mapping: {
    properties: {
      k: { type: 'keyword' },
      kc: { type: 'keyword', ...hidden },
      k0: { type: 'keyword', ...neither },
      i: { type: 'ip' },
      ic: { type: 'ip', ...hidden },
      i0: { type: 'ip', ...neither },
      b: { type: 'boolean' },
      bc: { type: 'boolean', ...hidden },
      b0: { type: 'boolean', ...neither },
      n: { type: 'nested', properties: { kc: { type: 'keyword', ...hidden } } },
    },
  },
  documents: COLORS.map((color, at) => {
    const [address = null, truth = null] = [ADDRESSES[at], TRUTHS[at]];
    const colors = { k: color, kc: color, k0: color };
    const others = { i: address, ic: address, i0: address, b: truth, bc: truth, b0: truth };
    return { ...colors, ...others, n: [{ kc: color }, { kc: `${at}` }] } as JsonObject;
  }),
});

const answer = (query: JsonObject, rest: JsonObject = {}) => index.search({ query, ...rest });
const ids = (query: JsonObject) => [...answer(query).ids].sort();

/** Queries of the field `f`. */
const QUERIES: readonly (readonly ['k' | 'i' | 'b', (f: string) => JsonObject])[] = [
  ['k', (f) => ({ term: { [f]: 'red' } })],
  ['k', (f) => ({ term: { [f]: { value: 'RED', case_insensitive: true } } })],
  ['k', (f) => ({ terms: { [f]: ['red', 'green', 'absent'] } })],
  ['k', (f) => ({ match: { [f]: 'red fox' } })],
  ['k', (f) => ({ match_phrase: { [f]: 'Blue' } })],
  ['k', (f) => ({ prefix: { [f]: 're' } })],
  ['k', (f) => ({ prefix: { [f]: { value: 're', case_insensitive: true } } })],
  ['k', (f) => ({ wildcard: { [f]: '*e*' } })],
  ['k', (f) => ({ wildcard: { [f]: { value: 'R\\*D', case_insensitive: true } } })],
  ['k', (f) => ({ regexp: { [f]: '(b|B).*' } })],
  ['k', (f) => ({ fuzzy: { [f]: 'rod' } })],
  ['k', (f) => ({ range: { [f]: { gte: 'blue', lt: 'red' } } })],
  ['k', (f) => ({ range: { [f]: {} } })],
  ['k', (f) => ({ query_string: { query: 're*', default_field: f } })],
  ['k', (f) => ({ query_string: { query: `${f}:["a" TO "h"]` } })],
  ['k', (f) => ({ simple_query_string: { query: 'red green', fields: [f] } })],
  ['k', (f) => ({ bool: { filter: [{ term: { b: true } }, { wildcard: { [f]: '*e*' } }] } })],
  ['k', (f) => ({ bool: { must_not: [{ terms: { [f]: ['red', 'zebra'] } }] } })],
  ['i', (f) => ({ term: { [f]: '10.0.0.1' } })],
  ['i', (f) => ({ term: { [f]: '10.0.0.0/8' } })],
  ['i', (f) => ({ terms: { [f]: ['10.0.0.2', '::1'] } })],
  ['i', (f) => ({ terms: { [f]: ['10.1.0.0/16', '::1', '192.168.0.0/16'] } })],
  ['i', (f) => ({ range: { [f]: { gt: '10.0.0.1', lte: '10.1.2.3' } } })],
  ['i', (f) => ({ range: { [f]: { gte: '::5' } } })],
  ['b', (f) => ({ term: { [f]: true } })],
  ['b', (f) => ({ terms: { [f]: ['false'] } })],
  ['b', (f) => ({ terms: { [f]: [true, false] } })],
  ['b', (f) => ({ range: { [f]: { gt: false } } })],
  ['b', (f) => ({ range: { [f]: { gt: false, lt: true } } })],
];

test.each(QUERIES.map(([f, of]) => [JSON.stringify(of(`${f}c`)), f, of] as const))(
  '%s finds what the indexed field finds, with a score of 1',
  (_text, field, of) => {
    const found = answer(of(`${field}c`));
    expect([...found.ids].sort()).toEqual(ids(of(field)));
    for (const { _score } of found.hits) expect([0, 1]).toContain(_score);
  },
);

/** An empty range asks for the field itself, and that of a query string is refused silently. */
const isRefused = (query: JsonObject) => !/\{"f":\{\}\}| TO /.test(JSON.stringify(query));

test.each(QUERIES.filter(([, of]) => isRefused(of('f'))))(
  '%s: without columns either, it is refused (%#)',
  (field, of) => {
    const name = `${field}0`;
    expect(() => ids(of(name))).toThrow(
      `Cannot search on field [${name}] since it is both not indexed, and does not have doc_values enabled.`,
    );
  },
);

test('the boost is the score, and `rewrite` changes nothing', () => {
  const scores = (query: JsonObject) => answer(query).hits.map(({ _score }) => _score);
  expect(scores({ term: { kc: { value: 'red', boost: 3 } } })).toEqual([3]);
  const wildcard = { value: 'g*', boost: 2, rewrite: 'scoring_boolean' };
  expect(scores({ wildcard: { kc: wildcard } })).toEqual([2]);
  const terms = { terms: ['red', 'blue'], minimum_should_match_script: { source: '2' } };
  expect(scores({ terms_set: { kc: terms } })).toEqual([2]);
});

test('nested documents are found by their columns', () => {
  expect(ids({ nested: { path: 'n', query: { prefix: { 'n.kc': 're' } } } })).toEqual(['1', '3']);
  const both = [{ term: { 'n.kc': 'green' } }, { term: { 'n.kc': '1' } }];
  expect(ids({ nested: { path: 'n', query: { bool: { must: both } } } })).toEqual([]);
});

test('words of patterns and sets are highlighted, a term is not', () => {
  const shown = (query: JsonObject) =>
    answer(query, { highlight: { fields: { kc: {} } } }).hits.map(({ highlight }) => highlight);
  expect(shown({ term: { kc: 'green' } })).toEqual([undefined]);
  expect(shown({ terms: { kc: ['green'] } })).toEqual([{ kc: ['<em>green</em>'] }]);
  expect(shown({ prefix: { kc: 'gr' } })).toEqual([{ kc: ['<em>green</em>'] }]);
  expect(shown({ range: { kc: { gte: 'g', lt: 'h' } } })).toEqual([{ kc: ['<em>green</em>'] }]);
});

test('explanations name the search of the column', () => {
  const explained = (query: JsonObject) =>
    answer(query, { explain: true }).hits.map(({ _explanation }) => _explanation);
  const constant = (description: string) => [{ value: 1, description, details: [] }];
  expect(explained({ term: { kc: 'green' } })).toMatchObject(
    constant('kc:[[67 72 65 65 6e] TO [67 72 65 65 6e]]'),
  );
  expect(explained({ prefix: { kc: 'gr' } })).toMatchObject(constant('ConstantScore(kc:gr*)'));
  expect(explained({ terms: { kc: ['green'] } })).toMatchObject(
    constant('ConstantScore(kc:(green))'),
  );
});

test('spans of a field without postings: none of a pattern, and no term', () => {
  expect(ids({ span_multi: { match: { wildcard: { kc: 'r*' } } } })).toEqual([]);
  expect(() => ids({ span_term: { kc: 'red' } })).toThrow('Cannot extract a term from a query');
});

test('without postings, a boolean takes no case-insensitive term', () => {
  expect(() => ids({ term: { bc: { value: 'true', case_insensitive: true } } })).toThrow(
    'Cannot search on field [bc] since it is not indexed.',
  );
});

test.each<JsonObject>([
  { match: { kc: { query: 'rod', fuzziness: 1 } } },
  { query_string: { query: 'rod~', default_field: 'kc' } },
  { query_string: { query: 'r*d', default_field: 'kc' } },
  { simple_query_string: { query: 'rod~1', fields: ['kc'] } },
])('%j needs postings, as in OpenSearch', (query) => {
  expect(() => ids(query)).toThrow('Cannot search on field [kc] since it is not indexed.');
});

test('no terms are nothing, even of a field that cannot be searched', () => {
  expect(ids({ terms: { k0: [] } })).toEqual([]);
});

test('a pattern of names selects fields that are not indexed', () => {
  const words = (fields: string[]) => ({ multi_match: { query: 'green', fields, lenient: true } });
  expect(ids(words(['kc*']))).toEqual(['2']);
  expect(() => ids({ multi_match: { query: 'green', fields: ['k*'] } })).toThrow(
    'Cannot search on field [k0] since it is both not indexed',
  );
});
