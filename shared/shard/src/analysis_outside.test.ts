/**
 * Scripts of token filters, and word files. `testdata/token_scripts.ndjson` has the responses of
 * OpenSearch 2.19.1 to random `_analyze` requests with the filters `condition` and
 * `predicate_token_filter`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAnalysis, ELSEWHERE } from '@skein/analysis';
import { utf8 } from '@skein/bytes';
import { isJsonObject, type JsonObject, parseJson } from '@skein/content';
import { asApiError } from '@skein/errors';
import { ScriptService } from '@skein/script';
import { analyzeText, checkAnalysis } from './analysis_calls.js';
import { analysisOutside, NO_FILES } from './analysis_outside.js';
import { IndexContextCache } from './index_context_cache.js';

const FILES: Readonly<Record<string, string | undefined>> = {
  'words.txt': 'the\n# a comment\n\n  fox  \r\nfox\n',
  'rules.txt': '# synonyms\nfox, wolf\nquick => fast\n',
  'wordnet.txt': "s(100000001,1,'woods',n,1,0).\ns(100000001,2,'forest',n,1,0).\n",
  'stems.txt': 'running => run\n#\n',
  'characters.txt': 'ä => ae\n',
  'types.txt': '- => ALPHA\n',
  'marked_words.txt': '\ufefffox\nwolf\n\u00a0cat\n',
  'marked_comment.txt': '\ufeff# fox\nwolf\n',
  'marked_rules.txt': '\ufefffox, wolf\ncat, dog\n',
  'marked_stems.txt': '\ufefffox => wolf\ncat => dog\n',
};

const files = {
  readFile: (path: string) => {
    const text = FILES[path];
    return text === undefined ? undefined : utf8(text);
  },
  filesIn: () => undefined,
  ipadic: NO_FILES.ipadic,
};
const scripts = new ScriptService({ nowMs: () => 0, monotonicMs: () => 0 });
const indices = new IndexContextCache(analysisOutside(files, scripts));

function analyze(body: JsonObject): unknown {
  try {
    return analyzeText({ body, index: undefined }, indices);
  } catch (thrown) {
    const { status, type, reason } = asApiError(thrown);
    return { status, type, reason };
  }
}

const recorded = readFileSync(join(__dirname, '../testdata/token_scripts.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => parseJson(line))
  .filter(isJsonObject)
  .map(({ body, answer }) => ({ body: body as JsonObject, answer }));

test.each(recorded)('$body.filter', ({ body, answer }) => {
  expect(JSON.parse(JSON.stringify(analyze(body)))).toEqual(answer);
});

const termsOf = (answer: unknown) =>
  (answer as { tokens: { token: string }[] }).tokens.map(({ token }) => token);

test.each([
  [{ type: 'stop', stopwords_path: 'words.txt' }, 'the fox runs', ['runs']],
  [{ type: 'keep', keep_words_path: 'words.txt' }, 'the red fox', ['the', 'fox']],
  [{ type: 'synonym', synonyms_path: 'rules.txt' }, 'quick fox', ['fast', 'fox', 'wolf']],
  [
    { type: 'synonym_graph', synonyms_path: 'wordnet.txt', format: 'wordnet' },
    'forest',
    ['woods', 'forest'],
  ],
  [{ type: 'stemmer_override', rules_path: 'stems.txt' }, 'running', ['run']],
  [{ type: 'common_grams', common_words_path: 'words.txt' }, 'the red', ['the', 'the_red', 'red']],
  [{ type: 'word_delimiter', type_table_path: 'types.txt' }, 'wi-fi_x', ['wi-fi', 'x']],
  [{ type: 'word_delimiter', protected_words_path: 'words.txt' }, 'fox', ['fox']],
  [{ type: 'dictionary_decompounder', word_list_path: 'words.txt' }, 'foxes', ['foxes', 'fox']],
  [{ type: 'elision', articles_path: 'words.txt' }, "the'x", ['x']],
])('%j reads its file', (filter: JsonObject, text, terms) => {
  expect(termsOf(analyze({ tokenizer: 'whitespace', filter: [filter], text }))).toEqual(terms);
});

// Tokens as OpenSearch 2.19 returns them.
test.each([
  [{ type: 'stop', stopwords_path: 'marked_words.txt' }, 'fox wolf \ufefffox cat', ['fox', 'cat']],
  [{ type: 'stop', stopwords_path: 'marked_comment.txt' }, '# fox wolf', ['#', 'fox']],
  [
    { type: 'keep', keep_words_path: 'marked_words.txt' },
    'fox wolf \ufefffox',
    ['wolf', '\ufefffox'],
  ],
  [{ type: 'synonym', synonyms_path: 'marked_rules.txt' }, 'fox cat', ['fox', 'cat', 'dog']],
  [{ type: 'stemmer_override', rules_path: 'marked_stems.txt' }, 'fox cat', ['fox', 'dog']],
])(
  'a byte order mark is of the first word, and blanks of Unicode of any: %j',
  (filter, text, terms) => {
    const tokenizer = { type: 'pattern', pattern: ' ' };
    expect(termsOf(analyze({ tokenizer, filter: [filter as JsonObject], text }))).toEqual(terms);
  },
);

test('char filters and analyzers read files too', () => {
  const mapping = { type: 'mapping', mappings_path: 'characters.txt' };
  expect(termsOf(analyze({ tokenizer: 'keyword', char_filter: [mapping], text: 'bär' }))).toEqual([
    'baer',
  ]);
  const settings = {
    'index.analysis.analyzer.a.type': 'english',
    'index.analysis.analyzer.a.stopwords_path': 'words.txt',
  };
  const analyzer = buildAnalysis(new Map(Object.entries(settings)), indices.outside).analyzer('a');
  expect(analyzer?.analyze('The foxes and the fox').tokens.map(({ term }) => term)).toEqual([
    'fox',
    'and',
  ]);
});

test.each([
  ['token.isKeyword()', ['fox']],
  ['!token.isKeyword()', ['the', 'red']],
  ['token.position == 1', ['red']],
  ['token.startOffset > 0 && token.endOffset < 8', ['red']],
])('a script sees of a token %s', (source, terms) => {
  const marker = { type: 'keyword_marker', keywords: ['fox'] };
  const filter = [marker, { type: 'predicate_token_filter', script: { source } }];
  expect(termsOf(analyze({ tokenizer: 'whitespace', filter, text: 'the red fox' }))).toEqual(terms);
});

const WITH_FILE = {
  'index.analysis.analyzer.a.type': 'standard',
  'index.analysis.analyzer.a.stopwords_path': 'nowhere.txt',
};

test('a file that is not there is told', () => {
  expect(() => checkAnalysis({ settings: WITH_FILE }, indices)).toThrow(
    'IOException while reading stopwords_path: file not readable',
  );
});

test('on the main thread nothing is read, and the analysis says so', () => {
  const there = buildAnalysis(new Map(Object.entries(WITH_FILE)), ELSEWHERE);
  expect(there.analyzer('a')).toBeDefined();
  expect(there.isPartial).toBe(true);
  expect(buildAnalysis(new Map(), ELSEWHERE).isPartial).toBe(false);
});
