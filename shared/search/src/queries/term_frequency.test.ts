/** Term frequencies given by tokens, from the analyzer to the score: `delimited_term_freq`. */
import { TestIndex } from '../testing/test_index.js';

const SETTINGS = {
  'index.analysis.analyzer.told.tokenizer': 'whitespace',
  'index.analysis.analyzer.told.filter': 'delimited_term_freq',
};
const textField = (options: Record<string, string | boolean>) => ({
  mapping: { properties: { f: { type: 'text', analyzer: 'told', ...options } } },
  settings: SETTINGS,
});

/** The values of all explanations with the given description. */
function valuesOf(explanation: unknown, description: string): number[] {
  if (typeof explanation !== 'object' || explanation === null) return [];
  const own =
    'description' in explanation &&
    explanation.description === description &&
    'value' in explanation
      ? [Number(explanation.value)]
      : [];
  return [...own, ...Object.values(explanation).flatMap((inner) => valuesOf(inner, description))];
}

test('a document counts a term as often as its tokens tell, in all its values', () => {
  const index = new TestIndex({
    ...textField({ index_options: 'freqs' }),
    documents: [
      { f: 'foo|5 bar|2 foo|3 baz' },
      { f: ['foo|100', 'foo|7'] },
      { f: 'foo foo bar' },
      { f: 'foo|1048576' },
    ],
  });
  const { hits } = index.search({ query: { term: { f: 'foo' } }, explain: true });
  const told = hits.map((hit) => [
    hit._id,
    ...valuesOf(hit._explanation, 'freq, occurrences of term within document'),
    ...valuesOf(hit._explanation, 'dl, length of field'),
    ...valuesOf(hit._explanation, 'dl, length of field (approximate)'),
  ]);
  expect(told.toSorted()).toEqual([
    ['1', 8, 11],
    ['2', 107, 104],
    ['3', 2, 3],
    ['4', 1048576, 983064],
  ]);
});

test.each([
  [{}, 'field "f": cannot index positions while using custom TermFrequencyAttribute'],
  [
    { index_options: 'docs' },
    'field "f": must index term freq while using custom TermFrequencyAttribute',
  ],
  [
    { index_options: 'freqs', term_vector: 'with_positions' },
    'field "f": cannot index term vector positions while using custom TermFrequencyAttribute',
  ],
])('%j: refused', (options: Record<string, string>, reason) => {
  const made = () => new TestIndex({ ...textField(options), documents: [{ f: 'foo|5' }] });
  expect(made).toThrow(reason);
  expect(
    () => new TestIndex({ ...textField(options), documents: [{ f: 'foo bar' }] }),
  ).not.toThrow();
});

test('more than an int can count is refused', () => {
  const documents = [{ f: 'a|2147483647 b' }];
  const made = () => new TestIndex({ ...textField({ index_options: 'freqs' }), documents });
  expect(made).toThrow('too many tokens for field "f"');
});
