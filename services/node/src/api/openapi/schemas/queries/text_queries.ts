/** The options of queries on analyzed text. */
import * as s from '../schema.js';
import {
  FUZZY,
  fuzziness,
  HEADER,
  ofFieldOrValue,
  operator,
  type QuerySchemas,
  query,
  scalar,
  textOrInteger,
  WORDS,
  zeroTerms,
} from './query_parts.js';

const analyzed = { query: scalar, analyzer: s.text };
const synonyms = { auto_generate_synonyms_phrase_query: s.boolean };

const ofParser = {
  query: s.text,
  fields: s.list(s.text),
  analyzer: s.text,
  default_operator: operator,
  minimum_should_match: textOrInteger,
  analyze_wildcard: s.boolean,
  fuzzy_prefix_length: s.integer,
  fuzzy_max_expansions: s.integer,
  fuzzy_transpositions: s.boolean,
  quote_field_suffix: s.text,
  lenient: s.boolean,
  ...synonyms,
};

const matchType = s.words(
  'best_fields',
  'most_fields',
  'cross_fields',
  'phrase',
  'phrase_prefix',
  'bool_prefix',
  'boolean',
);

const intervalMode = s.words('ordered', 'unordered', 'unordered_no_overlap');
const arrangement = { ordered: s.boolean, mode: intervalMode, max_gaps: s.integer };
const filtered = { filter: s.ref('IntervalFilter') };
const RULES = {
  match: s.closed(
    { query: s.text, analyzer: s.text, use_field: s.text, ...arrangement, ...filtered },
    ['query'],
  ),
  prefix: s.closed({ prefix: s.text, analyzer: s.text, use_field: s.text }, ['prefix']),
  wildcard: s.closed(
    { pattern: s.text, analyzer: s.text, max_expansions: s.integer, use_field: s.text },
    ['pattern'],
  ),
  regexp: s.closed(
    {
      pattern: s.text,
      flags: s.text,
      use_field: s.text,
      max_expansions: s.integer,
      case_insensitive: s.boolean,
    },
    ['pattern'],
  ),
  fuzzy: s.closed(
    {
      term: s.text,
      prefix_length: s.integer,
      transpositions: s.boolean,
      fuzziness,
      analyzer: s.text,
      use_field: s.text,
    },
    ['term'],
  ),
  all_of: s.closed({ intervals: s.list(s.ref('IntervalRule')), ...arrangement, ...filtered }, [
    'intervals',
  ]),
  any_of: s.closed({ intervals: s.list(s.ref('IntervalRule')), ...filtered }, ['intervals']),
};
const FILTERS = [
  'after',
  'before',
  'contained_by',
  'containing',
  'not_contained_by',
  'not_containing',
  'not_overlapping',
  'overlapping',
];

/** The schemas to which those below refer. */
export const INTERVALS = {
  IntervalRule: { ...s.closed(RULES), minProperties: 1, maxProperties: 1 },
  IntervalFilter: {
    ...s.closed({
      ...Object.fromEntries(FILTERS.map((name) => [name, s.ref('IntervalRule')])),
      script: s.ref('Script'),
    }),
    minProperties: 1,
    maxProperties: 1,
  },
};

const likedDocument = s.closed({
  _index: s.text,
  _id: s.text,
  _routing: s.text,
  routing: s.text,
  _version: s.integer,
  version: s.integer,
  version_type: s.words('internal', 'external', 'external_gt', 'external_gte'),
  fields: s.list(s.text),
  doc: s.ref('Document'),
  per_field_analyzer: s.mapOf(s.text),
});
const liked = s.oneOf(s.text, likedDocument, s.list(s.oneOf(s.text, likedDocument)));

export const TEXT_QUERIES: QuerySchemas = {
  match: ofFieldOrValue(
    {
      ...analyzed,
      ...WORDS,
      ...FUZZY,
      ...synonyms,
      zero_terms_query: zeroTerms,
      lenient: s.boolean,
      cutoff_frequency: s.number,
    },
    { title: { query: 'quick fox', operator: 'and', fuzziness: 'AUTO' } },
  ),
  match_phrase: ofFieldOrValue(
    { ...analyzed, slop: s.integer, zero_terms_query: zeroTerms },
    { title: { query: 'quick fox', slop: 2 } },
  ),
  match_phrase_prefix: ofFieldOrValue(
    { ...analyzed, slop: s.integer, zero_terms_query: zeroTerms, max_expansions: s.integer },
    { title: { query: 'quick f', slop: 2 } },
  ),
  match_bool_prefix: ofFieldOrValue(
    { ...analyzed, ...WORDS, ...FUZZY },
    { title: { query: 'quick f', operator: 'and' } },
  ),
  multi_match: query(
    {
      ...analyzed,
      ...WORDS,
      ...FUZZY,
      ...synonyms,
      fields: s.textOrList,
      type: matchType,
      slop: s.integer,
      tie_breaker: s.number,
      zero_terms_query: zeroTerms,
      lenient: s.boolean,
      cutoff_frequency: s.number,
    },
    { required: ['query'], example: { query: 'quick fox', fields: ['title^2', 'body'] } },
  ),
  combined_fields: query(
    {
      query: scalar,
      fields: s.list(s.text),
      ...WORDS,
      ...synonyms,
      zero_terms_query: zeroTerms,
    },
    { required: ['query', 'fields'], example: { query: 'quick fox', fields: ['title', 'body'] } },
  ),
  common: ofFieldOrValue(
    {
      ...analyzed,
      minimum_should_match: s.oneOf(
        textOrInteger,
        s.closed({ low_freq: textOrInteger, high_freq: textOrInteger }),
      ),
      cutoff_frequency: s.number,
      low_freq_operator: operator,
      high_freq_operator: operator,
      disable_coord: s.boolean,
    },
    { title: { query: 'the quick fox', cutoff_frequency: 0.01 } },
  ),
  query_string: query(
    {
      ...ofParser,
      default_field: s.text,
      quote_analyzer: s.text,
      type: matchType,
      tie_breaker: s.number,
      allow_leading_wildcard: s.boolean,
      enable_position_increments: s.boolean,
      escape: s.boolean,
      fuzziness,
      fuzzy_rewrite: s.text,
      rewrite: s.text,
      max_determinized_states: s.integer,
      phrase_slop: s.integer,
      time_zone: s.text,
    },
    { required: ['query'], example: { query: 'title:(quick AND fox)', default_field: 'title' } },
  ),
  simple_query_string: query(
    { ...ofParser, flags: textOrInteger },
    { required: ['query'], example: { query: '"quick fox" | dog', fields: ['title'] } },
  ),
  intervals: {
    ...s.mapOf(s.closed({ ...RULES, ...HEADER })),
    maxProperties: 1,
    examples: [{ title: { match: { query: 'quick fox', max_gaps: 2, ordered: true } } }],
  },
  more_like_this: query(
    {
      fields: s.list(s.text),
      like: liked,
      unlike: liked,
      include: s.boolean,
      analyzer: s.text,
      stop_words: s.list(s.text),
      minimum_should_match: textOrInteger,
      min_term_freq: s.integer,
      max_query_terms: s.integer,
      min_doc_freq: s.integer,
      max_doc_freq: s.integer,
      min_word_length: s.integer,
      max_word_length: s.integer,
      boost_terms: s.number,
      fail_on_unsupported_field: s.boolean,
    },
    {
      required: ['like'],
      example: { fields: ['title'], like: [{ _index: 'books', _id: '1' }], min_doc_freq: 1 },
    },
  ),
  percolate: query(
    {
      field: s.text,
      name: s.text,
      document: s.ref('Document'),
      documents: s.list(s.ref('Document')),
      document_type: s.text,
      index: s.text,
      id: s.text,
      routing: s.text,
      preference: s.text,
      version: s.integer,
    },
    { required: ['field'], example: { field: 'query', document: { title: 'quick fox' } } },
  ),
  span_term: ofFieldOrValue({ value: scalar, term: scalar }, { title: { value: 'fox' } }),
  span_gap: ofFieldOrValue({}, { title: 2 }),
};
