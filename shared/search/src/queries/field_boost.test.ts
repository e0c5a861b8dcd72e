/** The `boost` of a mapping, which scores queries of one value. */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const properties = (boost: number): JsonObject => ({
  text: { type: 'text', boost },
  word: { type: 'keyword', boost },
  column: { type: 'keyword', index: false, boost },
  truth: { type: 'boolean', boost },
  day: { type: 'date', boost },
  range: { type: 'integer_range', boost },
});
const range = { gte: 1, lte: 3 };
const documents: JsonObject[] = [
  { text: 'red fox', word: 'red', column: 'red', truth: true, day: '2024-01-01', range },
  { text: 'blue fox', word: 'blue', column: 'blue', truth: false, day: '2024-01-02' },
];
const indexOf = (boost: number) =>
  new TestIndex({ mapping: { properties: properties(boost) }, documents });
const [plain, boosted] = [indexOf(1), indexOf(2)];

const factor = (query: JsonObject) =>
  boosted.search({ query }).maxScore / plain.search({ query }).maxScore;

test.each<JsonObject>([
  { term: { text: 'red' } },
  { match: { text: 'red fox' } },
  { match_phrase: { text: 'red' } },
  { term: { text: { value: 'RED', case_insensitive: true } } },
  { term: { word: 'red' } },
  { term: { word: { value: 'RED', case_insensitive: true } } },
  { terms_set: { word: { terms: ['red'], minimum_should_match_script: { source: '1' } } } },
  { term: { column: 'red' } },
  { term: { truth: true } },
  { terms: { truth: [true] } },
  { range: { truth: { gte: true } } },
  { term: { day: '2024-01-01' } },
  { term: { range: 2 } },
  { query_string: { query: 'text:red' } },
  { multi_match: { query: 'red', fields: ['text', 'word'], type: 'cross_fields' } },
])('%j is boosted', (query) => {
  expect(factor(query)).toBeCloseTo(2, 5);
});

test.each<JsonObject>([
  { terms: { text: ['red'] } },
  { match_phrase: { text: 'red fox' } },
  { prefix: { text: 're' } },
  { span_term: { text: 'red' } },
  { terms: { word: ['red'] } },
  { range: { word: { gte: 'r' } } },
  { range: { day: { gte: '2024-01-01' } } },
  { range: { range: { gte: 1 } } },
])('%j is not', (query) => {
  expect(factor(query)).toBe(1);
});
