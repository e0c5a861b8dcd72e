import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: { properties: { s: { type: 'keyword', split_queries_on_whitespace: true } } },
  documents: [{ s: 'a' }, { s: 'b' }, { s: 'a b' }, { s: 'c' }],
});
const ids = (query: Record<string, unknown>) => [...index.search({ query: query as never }).ids];

it.each<[Record<string, unknown>, string[]]>([
  [{ match: { s: 'a b' } }, ['1', '2']],
  [{ match: { s: { query: 'a b', operator: 'and' } } }, []],
  [{ match: { s: { query: '', zero_terms_query: 'all' } } }, ['1', '2', '3', '4']],
  [{ match_phrase: { s: 'a' } }, ['1']],
  [{ match_bool_prefix: { s: 'a c' } }, ['1', '4']],
  [{ multi_match: { query: 'a c', fields: ['s'], type: 'cross_fields' } }, ['1', '4']],
  [{ query_string: { query: 's:a\\ c' } }, ['1', '4']],
  [{ simple_query_string: { query: 'a c', fields: ['s'] } }, ['1', '4']],
  [{ term: { s: 'a b' } }, ['3']],
])('%j finds the words of its text', (query, expected) => {
  expect(ids(query).sort()).toEqual(expected);
});

test('there are no phrases', () => {
  expect(() => ids({ match_phrase: { s: 'a b' } })).toThrow(
    'field:[s] was indexed without position data; cannot run PhraseQuery',
  );
});

it.each<[string, string[]]>([
  ['A b', ['1', '2']],
  ['a B', ['1', '2']],
  ['C', ['4']],
  ['A B', ['1', '2']],
])('with a normalizer the words of [%s] are normalized one by one', (text, expected) => {
  const s = { type: 'keyword', split_queries_on_whitespace: true, normalizer: 'low' };
  const normalized = new TestIndex({
    settings: {
      'index.analysis.normalizer.low.type': 'custom',
      'index.analysis.normalizer.low.filter': 'lowercase',
    },
    mapping: { properties: { s } },
    documents: [{ s: 'a' }, { s: 'B' }, { s: 'A B' }, { s: 'c' }],
  });
  expect([...normalized.search({ query: { match: { s: text } } }).ids].sort()).toEqual(expected);
});
