/** The components of analysis chains with valid and invalid values for their settings. */
import type { Json } from '../json.ts';

/** The values to choose from, by setting. */
export type Settings = Readonly<Record<string, readonly Json[]>>;
export type Components = Readonly<Record<string, Settings>>;

const BOTH: readonly Json[] = [true, false];
const WORDS: readonly Json[] = [
  ['the', 'to', 'fox'],
  ['The', 'AND', '東京', 'café'],
  ['_none_'],
  '_english_',
  'the,quick',
  [],
];
const PATTERNS: readonly Json[] = [
  '\\W+',
  '[aeiou]',
  '(\\w)(\\w)',
  '([a-z]+)',
  '(?i)the\\s*',
  'x*',
  '^.',
  '.$',
  '\\s',
  '\\p{L}',
  '(\\d+)',
  '[\u0e00-\u0e7f]',
  '(',
  '',
];
const SCRIPTS: readonly Json[] = [
  { source: 'token.term.length() > 3' },
  { source: "token.type == '<NUM>'" },
  { source: 'token.position % 2 == 0' },
  { source: 'token.startOffset > 5 && !token.keyword' },
  { source: 'token.nothing' },
  { id: 'stored' },
];
const REPLACEMENTS: readonly Json[] = ['', '_', '$1', '$1-$1', 'longer text', '$0$0', '\\$', '$9'];

export const TOKENIZERS: Components = {
  standard: { max_token_length: [255, 5, 1, 0, '3'] },
  keyword: { buffer_size: [256, 4] },
  letter: {},
  lowercase: {},
  whitespace: { max_token_length: [255, 4, 1, 0] },
  thai: {},
  uax_url_email: { max_token_length: [255, 6] },
  ngram: {
    min_gram: [1, 2, 3, 0],
    max_gram: [2, 3, 5],
    token_chars: [['letter'], ['letter', 'digit'], ['whitespace', 'punctuation', 'symbol'], ['x']],
    custom_token_chars: ['+-'],
  },
  edge_ngram: {
    min_gram: [1, 2, 3],
    max_gram: [2, 4, 10],
    token_chars: [['letter'], ['digit', 'letter'], ['punctuation'], []],
  },
  path_hierarchy: {
    delimiter: ['/', '-', '.', ' ', '//'],
    replacement: ['/', '_', '-'],
    skip: [0, 1, 2],
    reverse: BOTH,
    buffer_size: [1024],
  },
  pattern: {
    pattern: PATTERNS,
    group: [-1, 0, 1, 2],
    flags: ['CASE_INSENSITIVE', 'DOTALL|MULTILINE', 'NOPE', 'COMMENTS', 'LITERAL'],
  },
  simple_pattern: { pattern: ['[0-9]+', '[a-z]{2,4}', 'x*', '', '(ab|the)'] },
  simple_pattern_split: { pattern: ['[ -]', '_', 'the', '', '[^a-z]'] },
  classic: { max_token_length: [255, 4, 1, 0] },
  nGram: { min_gram: [1, 2], max_gram: [2, 3] },
  edgeNGram: { max_gram: [2, 4] },
  PathHierarchy: { delimiter: ['.', '-'] },
  char_group: {
    tokenize_on_chars: [
      ['whitespace'],
      ['-', '.', '\\n'],
      ['punctuation', 'symbol'],
      ['digit'],
      ['letter'],
      ['ab'],
      [],
    ],
    max_token_length: [255, 3],
  },
};

export const CHAR_FILTERS: Components = {
  html_strip: { escaped_tags: [['b'], ['a', 'br'], 'b'] },
  mapping: {
    mappings: [
      ['a => b'],
      ['the => ', 'fox => wolves and foxes'],
      ['ph => f', 'p => q', 'ß => ss'],
      ['٠ => 0', '\\u0301 => ', 'é=>e'],
      ['o=>0', 'oo => u', ':) => _happy_'],
      [' => _'],
      ['abc'],
      ['a => b', 'a => c'],
      [],
    ],
  },
  pattern_replace: {
    pattern: PATTERNS,
    replacement: REPLACEMENTS,
    flags: ['CASE_INSENSITIVE', 'DOTALL', 'NOPE'],
  },
};

/** The options of both filters that split words at delimiters. */
const WORD_DELIMITER: Settings = {
  generate_word_parts: BOTH,
  generate_number_parts: BOTH,
  catenate_words: BOTH,
  catenate_numbers: BOTH,
  catenate_all: BOTH,
  split_on_case_change: BOTH,
  preserve_original: BOTH,
  split_on_numerics: BOTH,
  stem_english_possessive: BOTH,
};

export const TOKEN_FILTERS: Components = {
  apostrophe: {},
  asciifolding: { preserve_original: BOTH },
  cjk_bigram: {
    ignored_scripts: [['han'], ['hiragana', 'katakana'], ['hangul'], ['x']],
    output_unigrams: BOTH,
  },
  cjk_width: {},
  classic: {},
  common_grams: {
    common_words: [['the', 'to', 'or'], ['The'], []],
    ignore_case: BOTH,
    query_mode: BOTH,
  },
  condition: {
    filter: [
      ['uppercase'],
      ['lowercase', 'porter_stem'],
      ['stop'],
      ['ngram', 'unique'],
      ['nope'],
      [],
    ],
    script: SCRIPTS,
  },
  concatenate_graph: {
    token_separator: [' ', '', '+', 'ab'],
    max_graph_expansions: [100, 1, 3, -1, 0],
    preserve_position_increments: BOTH,
  },
  decimal_digit: {},
  delimited_payload: {
    delimiter: ['|', '.', '||', ''],
    encoding: ['float', 'int', 'identity', 'x', 'FLOAT'],
  },
  delimited_term_freq: { delimiter: ['|', '.', '-', 'ab'] },
  dictionary_decompounder: {
    word_list: [['fox', 'jump', 'umps', 'quick'], ['The', 'over'], [], 'power,shot,e'],
    word_list_case: BOTH,
    min_word_size: [5, 0, 3, -1],
    min_subword_size: [2, 1, 3],
    max_subword_size: [15, 2, 4],
    only_longest_match: BOTH,
  },
  edgeNGram: { max_gram: [2, 3] },
  edge_ngram: {
    min_gram: [1, 2, 3, 0],
    max_gram: [1, 2, 5],
    preserve_original: BOTH,
    side: ['front', 'back', 'x'],
  },
  elision: { articles: [['l', 'd'], ['L', 'o'], []], articles_case: BOTH },
  fingerprint: { separator: [' ', '+', '--', ''], max_output_size: [255, 10, 0] },
  flatten_graph: {},
  keep: { keep_words: [['the', 'fox'], ['The'], []], keep_words_case: BOTH },
  keep_types: {
    types: [['<NUM>'], ['<ALPHANUM>', 'word'], []],
    mode: ['include', 'exclude', 'x'],
  },
  keyword_marker: {
    keywords: [['fox', 'jumps'], ['Running'], []],
    keywords_pattern: ['.*s', 'f.x'],
    ignore_case: BOTH,
  },
  keyword_repeat: {},
  kstem: {},
  length: { min: [0, 2, 4, -1], max: [3, 5, 100, 1] },
  limit: { max_token_count: [1, 2, 3, 5, 0, -1], consume_all_tokens: BOTH },
  lowercase: { language: ['greek', 'irish', 'turkish', 'x', 'Greek'] },
  min_hash: {
    hash_count: [1, 2, 0],
    bucket_count: [1, 4, 7],
    hash_set_size: [1, 3],
    with_rotation: BOTH,
  },
  multiplexer: {
    filters: [['lowercase', 'uppercase'], ['lowercase, porter_stem', 'reverse'], ['nope'], []],
    preserve_original: BOTH,
  },
  nGram: { min_gram: [1, 2], max_gram: [2] },
  ngram: { min_gram: [1, 2, 3], max_gram: [1, 2, 3, 4], preserve_original: BOTH },
  pattern_capture: {
    patterns: [['(\\w)(\\w)'], ['([a-z]+)', '(\\d+)'], '(a),(b)', ['x*'], [], ['(']],
    preserve_original: BOTH,
  },
  pattern_replace: {
    pattern: PATTERNS,
    replacement: REPLACEMENTS,
    all: BOTH,
    flags: ['CASE_INSENSITIVE'],
  },
  porter_stem: {},
  predicate_token_filter: { script: SCRIPTS },
  remove_duplicates: {},
  reverse: {},
  shingle: {
    min_shingle_size: [2, 3, 1, 4],
    max_shingle_size: [2, 3, 4, 5],
    output_unigrams: BOTH,
    output_unigrams_if_no_shingles: BOTH,
    token_separator: [' ', '', '+', '__'],
    filler_token: ['_', '', '*'],
  },
  snowball: { language: ['English', 'German', 'French', 'Russian', 'Porter', 'x', 'german'] },
  stemmer: {
    language: [
      'english',
      'german',
      'porter2',
      'minimal_english',
      'possessive_english',
      'light_english',
      'lovins',
      'dutch_kp',
      'dutch',
      'x',
    ],
  },
  stemmer_override: {
    rules: [
      ['fox => wolf'],
      ['jumps, jumping => jump', 'the=>a'],
      ['fox'],
      ['a => b => c'],
      ['fox =>'],
      ['=> fox'],
      [],
    ],
  },
  stop: {
    stopwords: WORDS,
    ignore_case: BOTH,
    remove_trailing: BOTH,
  },
  synonym: {
    synonyms: [
      ['fox, wolf'],
      ['fox => wolf, big dog', 'quick brown => fast'],
      ['the quick, speedy, very fast one'],
      ['universe, cosmos', 'cosmos => space'],
      ['lazy dog => cat', 'lazy => idle, not busy'],
      ['to be => exist', 'or not, nor'],
      [''],
      ['a => b => c'],
      [],
    ],
    expand: BOTH,
    lenient: BOTH,
    format: ['solr', 'wordnet', 'x'],
  },
  synonym_graph: {
    synonyms: [
      ['fox, wolf'],
      ['fox => wolf, big dog', 'quick brown => fast'],
      ['the quick, speedy, very fast one'],
      ['lazy dog => cat', 'lazy => idle, not busy'],
      ['to be, exist', 'to be or, either'],
    ],
    expand: BOTH,
    lenient: BOTH,
  },
  trim: { update_offsets: BOTH },
  truncate: { length: [1, 3, 10, 0, -1] },
  type_as_payload: {},
  unique: { only_on_same_position: BOTH },
  uppercase: {},
  word_delimiter: {
    ...WORD_DELIMITER,
    protected_words: [['Wi-Fi', 'foo_bar'], []],
    type_table: [['- => ALPHA'], ['. => DIGIT', '\\u002C => DIGIT'], ['x'], ['a => NOPE']],
  },
  word_delimiter_graph: {
    ...WORD_DELIMITER,
    adjust_offsets: BOTH,
    ignore_keywords: BOTH,
    protected_words: [['Wi-Fi', 'PowerShot500']],
    type_table: [['- => ALPHA'], ['. => DIGIT']],
  },
};

export const ANALYZERS: Components = {
  standard: { stopwords: WORDS, max_token_length: [255, 4] },
  simple: {},
  whitespace: {},
  stop: { stopwords: WORDS },
  keyword: {},
  pattern: { pattern: PATTERNS, flags: ['CASE_INSENSITIVE'], lowercase: BOTH, stopwords: WORDS },
  fingerprint: { separator: ['+', ' '], max_output_size: [255, 5], stopwords: WORDS },
  english: { stopwords: WORDS, stem_exclusion: [['jumps', 'running'], []] },
};
