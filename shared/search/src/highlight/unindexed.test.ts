/** Highlights of keywords that are not in the index, as in OpenSearch 2.19. */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const gone = { type: 'keyword', index: false, doc_values: false };
const index = new TestIndex({
  mapping: {
    properties: {
      k: { type: 'keyword' },
      gone,
      stored: { ...gone, store: true },
      low: { ...gone, normalizer: 'low' },
    },
  },
  settings: { 'index.analysis.normalizer.low.filter': 'lowercase' },
  documents: [{ k: 'fox', gone: 'fox', stored: 'fox', low: 'FOX' }],
});

const QUERIES: readonly JsonObject[] = [
  { term: { k: 'fox' } },
  { prefix: { k: 'fo' } },
  { range: { k: { gte: 'f' } } },
];

test.each(['unified', 'plain'])('%s marks them for queries of other fields', (type) => {
  const highlight = { type, require_field_match: false, fields: { gone: {}, stored: {}, low: {} } };
  for (const query of QUERIES) {
    expect(index.search({ query, highlight }).hits[0]?.highlight).toEqual({
      gone: ['<em>fox</em>'],
      stored: ['<em>fox</em>'],
      low: ['<em>fox</em>'],
    });
  }
});
