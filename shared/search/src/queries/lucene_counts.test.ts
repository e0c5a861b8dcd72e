/**
 * Cases in which Lucene counts in unexpected ways: figures from explanations of OpenSearch 2.19.
 */
import { TestIndex } from '../testing/test_index.js';

interface Shown {
  readonly description: string;
  readonly value: number;
  readonly details: readonly Shown[];
}

function figureOf(shown: Shown, description: string): number | undefined {
  if (shown.description.startsWith(description)) return shown.value;
  for (const detail of shown.details) {
    const value = figureOf(detail, description);
    if (value !== undefined) return value;
  }
  return undefined;
}

test('a phrase that may begin with any of several words is there once for each that is at the place', () => {
  const index = new TestIndex({
    settings: {
      'index.analysis.filter.alike.type': 'synonym',
      'index.analysis.filter.alike.synonyms.0': 'fast,quick',
      'index.analysis.analyzer.alike.tokenizer': 'standard',
      'index.analysis.analyzer.alike.filter': 'alike',
    },
    mapping: { properties: { t: { type: 'text', analyzer: 'alike' } } },
    documents: [{ t: 'quick brown fast fox' }],
  });
  const frequency = (text: string) => {
    const [hit] = index.search({ query: { match_phrase: { t: text } }, explain: true }).hits;
    return figureOf(hit?._explanation as unknown as Shown, 'phraseFreq');
  };
  expect(frequency('quick brown')).toBe(2);
  expect(frequency('brown fast')).toBe(1);
  expect(frequency('brown quick fox')).toBe(1);
});

test('a field without frequencies is as long as it has terms', () => {
  const index = new TestIndex({
    mapping: { properties: { t: { type: 'text', index_options: 'docs' } } },
    documents: [{ t: 'the quick brown the fox the' }],
  });
  const [hit] = index.search({ query: { match: { t: 'quick' } }, explain: true }).hits;
  expect(figureOf(hit?._explanation as unknown as Shown, 'dl, length of field')).toBe(4);
});
