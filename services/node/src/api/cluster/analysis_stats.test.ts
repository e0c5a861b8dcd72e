/** Recorded from OpenSearch 2.19.1 over an index with these settings and this mapping. */
import type { IndexMetadata } from '@skein/cluster';
import { analysisStats } from './analysis_stats.js';

const SETTINGS = new Map(
  Object.entries({
    'index.analysis.char_filter.cf.type': 'mapping',
    'index.analysis.char_filter.cf.mappings.0': 'a=>b',
    'index.analysis.tokenizer.tk.type': 'ngram',
    'index.analysis.filter.f1.type': 'stop',
    'index.analysis.filter.f2.type': 'stop',
    'index.analysis.analyzer.an.type': 'custom',
    'index.analysis.analyzer.an.tokenizer': 'tk',
    'index.analysis.analyzer.an.char_filter.0': 'cf',
    'index.analysis.analyzer.an.char_filter.1': 'html_strip',
    'index.analysis.analyzer.an.filter.0': 'lowercase',
    'index.analysis.analyzer.an.filter.1': 'f1',
    'index.analysis.analyzer.ab.tokenizer': 'standard',
    'index.analysis.analyzer.ab.filter': 'f2,lowercase,asciifolding',
    'index.analysis.analyzer.ac.type': 'english',
  }),
);

const MAPPING = {
  properties: {
    a: { type: 'text', analyzer: 'an', search_analyzer: 'french' },
    b: {
      type: 'text',
      analyzer: 'french',
      fields: { c: { type: 'text', analyzer: 'simple' } },
    },
    o: { properties: { x: { type: 'text', analyzer: 'simple' } } },
  },
};

const met = (name: string, count: number, index_count = 1) => ({ name, count, index_count });

it('counts what indices define and what they use', () => {
  const index = { name: 'a', settings: SETTINGS, mapping: MAPPING } as unknown as IndexMetadata;
  expect(analysisStats([index])).toEqual({
    char_filter_types: [met('mapping', 1)],
    tokenizer_types: [met('ngram', 1)],
    filter_types: [met('stop', 2)],
    analyzer_types: [met('custom', 2), met('english', 1)],
    built_in_char_filters: [met('html_strip', 1)],
    built_in_tokenizers: [met('standard', 1)],
    built_in_filters: [met('asciifolding', 1), met('lowercase', 2)],
    built_in_analyzers: [met('french', 2), met('simple', 2)],
  });
  const both = analysisStats([index, { ...index, name: 'b' }]);
  expect(both.tokenizer_types).toEqual([met('ngram', 2, 2)]);
});
