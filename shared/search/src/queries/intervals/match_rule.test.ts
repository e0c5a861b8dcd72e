/** Words of an interval rule in a token graph, and fields without positions. */
import { TestIndex } from '../../testing/test_index.js';

const index = new TestIndex({
  mapping: {
    properties: {
      t: { type: 'text', analyzer: 'whitespace', search_analyzer: 'graph' },
      only: { type: 'match_only_text' },
    },
  },
  settings: {
    'index.analysis.analyzer.graph.tokenizer': 'whitespace',
    'index.analysis.analyzer.graph.filter': 'parts',
    'index.analysis.filter.parts.type': 'word_delimiter_graph',
    'index.analysis.filter.parts.preserve_original': 'true',
  },
  documents: [{ t: 'wi fi on', only: 'wi fi' }, { t: 'wi-fi on' }, { t: 'fi wi on' }],
});

test('a word of several parts is itself or its parts side by side', () => {
  const find = (rule: object) => [
    ...index.search({ query: { intervals: { t: rule } } as never }).ids,
  ];
  expect(find({ match: { query: 'wi-fi' } }).sort()).toEqual(['1', '2']);
  expect(find({ match: { query: 'wi-fi on', max_gaps: 0, ordered: true } }).sort()).toEqual([
    '1',
    '2',
  ]);
});

test('places that are kept for phrases alone are none for intervals and spans', () => {
  const search = (query: object) => () => index.search({ query: query as never });
  expect(search({ intervals: { only: { match: { query: 'wi' } } } })).toThrow(
    'Cannot create intervals over field [only] with no positions indexed',
  );
  expect(search({ span_term: { only: 'wi' } })).toThrow('Cannot extract a term from a query');
});

test('a rule inside a rule is alone', () => {
  const intervals = [{ match: { query: 'wi' }, boost: 2 }];
  expect(() =>
    index.search({ query: { intervals: { t: { any_of: { intervals } } } } as never }),
  ).toThrow('[any_of] failed to parse field [intervals]');
});

test('types made of several fields take no intervals', () => {
  const typed = new TestIndex({
    mapping: { properties: { s: { type: 'search_as_you_type' } } },
    documents: [{ s: 'a' }],
  });
  const query = { intervals: { s: { match: { query: 'a' } } } } as never;
  expect(() => typed.search({ query })).toThrow('Can only use interval queries on text fields');
});
