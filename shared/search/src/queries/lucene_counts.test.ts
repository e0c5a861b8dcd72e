/**
 * Cases in which Lucene counts in unexpected ways: figures from explanations of OpenSearch 2.19.
 */
import type { JsonObject } from '@skein/content';
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

describe('the terms of span and interval queries count as clauses', () => {
  const index = new TestIndex({
    mapping: { properties: { t: { type: 'text' }, u: { type: 'text' } } },
    documents: [{ t: 'a0 a1 a2' }],
  });
  const words = (count: number) => Array.from({ length: count }, (_, i) => `a${i}`);
  const spans = (count: number) => words(count).map((word) => ({ span_term: { t: word } }));
  const either = (count: number) => ({ span_or: { clauses: spans(count) } });
  const matches = (count: number) => words(count).map((query) => ({ match: { query } }));
  const intervals = (rule: JsonObject): JsonObject => ({ intervals: { t: rule } });
  /** The limit is 1024 clauses, and Lucene accepts one more. */
  const HALF = 512;

  it.each<[name: string, query: (more: number) => JsonObject]>([
    ['span_or', (more) => either(2 * HALF + more)],
    ['span_near', (more) => ({ span_near: { clauses: spans(2 * HALF + more), slop: 1 } })],
    ['span_not', (more) => ({ span_not: { include: either(HALF), exclude: either(HALF + more) } })],
    ['span_first', (more) => ({ span_first: { match: either(2 * HALF + more), end: 3 } })],
    [
      'field_masking_span',
      (more) => ({ field_masking_span: { field: 'u', query: either(2 * HALF + more) } }),
    ],
    ['bool of spans', (more) => ({ bool: { should: [either(HALF), either(HALF + more)] } })],
    ['match', (more) => intervals({ match: { query: words(2 * HALF + more).join(' ') } })],
    ['any_of', (more) => intervals({ any_of: { intervals: matches(2 * HALF + more) } })],
    [
      'any_of of patterns',
      (more) =>
        intervals({
          any_of: {
            intervals: words(2 * HALF + more).map((word) => ({ prefix: { prefix: word } })),
          },
        }),
    ],
    [
      'filter',
      (more) =>
        intervals({
          any_of: {
            intervals: matches(HALF),
            filter: { not_containing: { any_of: { intervals: matches(HALF + more) } } },
          },
        }),
    ],
  ])('%s', (_name, query) => {
    expect(() => index.search({ query: query(1) })).not.toThrow();
    expect(() => index.search({ query: query(2) })).toThrow(
      'Query contains too many nested clauses; maxClauseCount is set to 1024',
    );
  });
});
