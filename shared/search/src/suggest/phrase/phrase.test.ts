/** The expected corrections and scores are those of OpenSearch 2.19 for the same documents. */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../../testing/test_index.js';

const settings = {
  'index.analysis.filter.sh.type': 'shingle',
  'index.analysis.filter.sh.max_shingle_size': '3',
  'index.analysis.filter.only.type': 'shingle',
  'index.analysis.filter.only.output_unigrams': 'false',
  'index.analysis.analyzer.tri.type': 'custom',
  'index.analysis.analyzer.tri.tokenizer': 'standard',
  'index.analysis.analyzer.tri.filter': 'lowercase,sh',
  'index.analysis.analyzer.pairs.type': 'custom',
  'index.analysis.analyzer.pairs.tokenizer': 'standard',
  'index.analysis.analyzer.pairs.filter': 'lowercase,only',
  'index.analysis.analyzer.back.type': 'custom',
  'index.analysis.analyzer.back.tokenizer': 'standard',
  'index.analysis.analyzer.back.filter': 'lowercase,reverse',
};
const mapping = {
  properties: {
    title: { type: 'text', analyzer: 'tri' },
    pairs: { type: 'text', analyzer: 'pairs' },
    back: { type: 'text', analyzer: 'back' },
    place: { type: 'keyword' },
  },
};
const TITLES = [
  'Critical section objects',
  'Using critical section objects',
  'Critical sections',
  'A window function',
  'Window functions and their handles',
  'Windows and handles',
  'Object handles and sections',
  'Critical regions of objects',
];
const documents = TITLES.map((title, i) => ({
  title,
  pairs: title,
  back: title,
  place: i === 2 ? 'hidden' : 'seen',
}));
const index = new TestIndex({ mapping, settings, documents, segmentDocs: 100 });

type Shown = readonly [text: string, score: number, matches?: boolean];

function corrections(phrase: JsonObject, text = 'crtical secton objct', of = index) {
  const answer = of.answer({ suggest: { s: { text, phrase } } });
  if (typeof answer === 'string') throw new Error(answer);
  const { s } = answer.suggest as { s: [{ options: JsonObject[] }] };
  return s[0].options.map(({ text: corrected, highlighted, score, collate_match: match }) => [
    highlighted ?? corrected,
    Number(String(score)),
    ...(match === undefined ? [] : [match]),
  ]);
}

const all = { field: 'title', max_errors: 3 };
const phraseOfTitle = { match_phrase: { title: '{{suggestion}}' } };

test.each<[string, JsonObject, readonly Shown[]]>([
  [
    'half of the words may be wrong',
    { field: 'title' },
    [
      ['critical section objct', 0.014834748],
      ['critical sections objct', 0.009964534],
      ['crtical section objects', 0.0092378715],
      ['critical secton objects', 0.002824314],
      ['critical secton object', 0.0023683042],
    ],
  ],
  [
    'what was changed is highlighted',
    { ...all, size: 4, highlight: { pre_tag: '<b>', post_tag: '</b>' } },
    [
      ['<b>critical section objects</b>', 0.13652793],
      ['<b>critical section object</b>', 0.018603852],
      ['<b>critical sections objects</b>', 0.014902364],
      ['<b>critical section</b> objct', 0.014834748],
    ],
  ],
  [
    'laplace',
    { ...all, size: 2, smoothing: { laplace: { alpha: 0.7 } } },
    [
      ['critical section objects', 0.020861588],
      ['critical section objct', 0.014555232],
    ],
  ],
  [
    'linear',
    {
      ...all,
      size: 2,
      smoothing: { linear: { trigram_lambda: 0.5, bigram_lambda: 0.3, unigram_lambda: 0.2 } },
    },
    [
      ['critical section objects', 0.04271315],
      ['critical section object', 0.007897389],
    ],
  ],
  [
    'words for themselves',
    { ...all, size: 2, gram_size: 1 },
    [
      ['critical section objects', 0.009529211],
      ['critical sections objects', 0.00864907],
    ],
  ],
  [
    'documents have to match',
    {
      ...all,
      collate: {
        query: { source: { match_phrase: { '{{f}}': '{{suggestion}}' } } },
        params: { f: 'title' },
      },
    },
    [['critical section objects', 0.13652793]],
  ],
  [
    'documents are said to match',
    { ...all, size: 2, collate: { query: { source: phraseOfTitle }, prune: true } },
    [
      ['critical section objects', 0.13652793, true],
      ['critical section object', 0.018603852, false],
    ],
  ],
  ['texts of many words are left alone', { field: 'title', token_limit: 3 }, []],
])('%s', (_name, phrase, expected) => {
  const found = corrections(phrase);
  expect(found.map(([text, , match]) => [text, match])).toEqual(
    expected.map(([text, , match]) => [text, match]),
  );
  expected.forEach(([, score], i) => void expect(found[i]?.[1]).toBeCloseTo(score, 7));
});

test('candidates come from several fields, through analyzers', () => {
  const reversed = { field: 'back', suggest_mode: 'always', pre_filter: 'back' };
  const generators = [
    { field: 'title', suggest_mode: 'always' },
    { ...reversed, post_filter: 'back' },
  ];
  const phrase = { field: 'title', direct_generator: generators };
  expect(corrections({ field: 'title' }, 'ritical section')).toEqual([]);
  const [[text, score] = []] = corrections(phrase, 'ritical section');
  expect(text).toBe('critical section');
  expect(score).toBeCloseTo(0.18866128, 7);
});

test('hidden documents are not counted, and do not match', () => {
  const visibility = { queries: ['{"term":{"place":"seen"}}'], fields: undefined };
  const seen = new TestIndex({ mapping, settings, documents, segmentDocs: 100, visibility });
  const collate = { query: { source: phraseOfTitle } };
  const phrase = { field: 'title', collate };
  expect(corrections(phrase, 'critical sectons').map(([text]) => text)).toContain(
    'critical sections',
  );
  expect(corrections(phrase, 'critical sectons', seen).map(([text]) => text)).not.toContain(
    'critical sections',
  );
});

test.each<[JsonObject, string]>([
  [{ field: 'pairs' }, "can't operate on field: [pairs] since it doesn't emit unigrams"],
  [
    { field: 'pairs', direct_generator: [{ field: 'title' }] },
    'At least one unigram is required but all tokens were ngrams',
  ],
  [{ field: 'title', direct_generator: [{ field: 'title', pre_filter: 'x' }] }, 'Analyzer [x]'],
  [
    { field: 'title', direct_generator: [{ field: 'title', suggest_mode: 'x' }] },
    'Illegal suggest mode x',
  ],
  [
    { field: 'title', direct_generator: [{ field: 'title', max_edits: 3 }] },
    '[direct_generator] failed to parse field [max_edits]',
  ],
  [{ field: 'title', direct_generator: [{}] }, 'Required [field]'],
  [{ field: 'title', smoothing: { linear: {} } }, 'linear smoothing lambdas must sum to 1'],
  [{ field: 'title', smoothing: { laplace: { alpha: [1] } } }, '[smoothing] unknown token'],
  [{ field: 'title', smoothing: { stupid_backoff: { discount: {} } } }, 'unknown token'],
  [
    { field: 'title', confidence: 0, collate: { query: { source: 'x' } } },
    'Failed to derive xcontent',
  ],
  [{ field: 'title', smoothing: { x: {} } }, "suggester[phrase] doesn't support object field [x]"],
  [{ field: 'title', collate: { x: 1 } }, "suggester[phrase][collate] doesn't support field [x]"],
  [{ field: 'title', highlight: { pre_tag: 'x' } }, 'Pre and post tag must both be null'],
  [{ field: 'title', confidence: -1 }, 'confidence must be >= 0.0'],
])('%j is refused', (phrase, reason) => {
  expect(() => corrections(phrase)).toThrow(reason);
});
