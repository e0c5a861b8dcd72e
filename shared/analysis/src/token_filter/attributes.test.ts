/**
 * The filters that keep the payload and the frequency of a token from which they make others. The
 * expected answers are those of OpenSearch 2.19.
 */
import { buildAnalysis, NOTHING_OUTSIDE } from '../mod.js';

const FILTERS = {
  ngram: {},
  shingle: {},
  word_delimiter_graph: {},
  word_delimiter: {},
  pattern_capture: { patterns: '(.)b' },
  multiplexer: { filters: 'uppercase' },
  synonym: { 'synonyms.0': 'ab, x' },
};

function analysed(type: keyof typeof FILTERS, marks: string, text: string) {
  const name = 'index.analysis.filter.f';
  const options = Object.entries({ type, ...FILTERS[type] });
  const settings = options.map(([key, value]) => [`${name}.${key}`, value] as const);
  const analyzer = 'index.analysis.analyzer.a';
  const analysis = buildAnalysis(
    new Map([
      ...settings,
      [`${analyzer}.tokenizer`, 'whitespace'],
      [`${analyzer}.filter`, `${marks},f`],
    ]),
    NOTHING_OUTSIDE,
  );
  return analysis.analyzer('a')?.analyze(text).tokens ?? [];
}

test.each([
  ['ngram', 'aB', '3 3 3'],
  ['shingle', 'a', '3'],
  ['word_delimiter_graph', 'aB', '3 3'],
  ['word_delimiter', 'aB', ' '],
  ['pattern_capture', 'ab', '3 3'],
  ['multiplexer', 'ab', '3 3'],
  ['synonym', 'ab', '3 '],
] as const)('%s of [%s]', (type, text, frequencies) => {
  const counted = analysed(type, 'delimited_term_freq', `${text}|3`);
  expect(counted.map(({ termFrequency }) => termFrequency).join(' ')).toBe(frequencies);
  const marked = analysed(type, 'delimited_payload', `${text}|3`);
  const payloads = marked.map(({ payload }) => (payload === undefined ? '' : '3'));
  expect(payloads.join(' ')).toBe(frequencies);
});
