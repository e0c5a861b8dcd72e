/** The options of queries on analyzed text. */
import {
  boolean,
  closed,
  integer,
  list,
  mapOf,
  number,
  oneOf,
  ref,
  text,
  textOrList,
  words,
} from '../schema.js';
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

const analyzed = { query: scalar, analyzer: text };
const synonyms = { auto_generate_synonyms_phrase_query: boolean };

const ofParser = {
  query: text,
  fields: list(text),
  analyzer: text,
  default_operator: operator,
  minimum_should_match: textOrInteger,
  analyze_wildcard: boolean,
  fuzzy_prefix_length: integer,
  fuzzy_max_expansions: integer,
  fuzzy_transpositions: boolean,
  quote_field_suffix: text,
  lenient: boolean,
  ...synonyms,
};

const matchType = words(
  'best_fields',
  'most_fields',
  'cross_fields',
  'phrase',
  'phrase_prefix',
  'bool_prefix',
  'boolean',
);

const intervalMode = words('ordered', 'unordered', 'unordered_no_overlap');
const arrangement = { ordered: boolean, mode: intervalMode, max_gaps: integer };
const filtered = { filter: ref('IntervalFilter') };
const RULES = {
  match: closed({ query: text, analyzer: text, use_field: text, ...arrangement, ...filtered }, [
    'query',
  ]),
  prefix: closed({ prefix: text, analyzer: text, use_field: text }, ['prefix']),
  wildcard: closed({ pattern: text, analyzer: text, max_expansions: integer, use_field: text }, [
    'pattern',
  ]),
  regexp: closed(
    {
      pattern: text,
      flags: text,
      use_field: text,
      max_expansions: integer,
      case_insensitive: boolean,
    },
    ['pattern'],
  ),
  fuzzy: closed(
    {
      term: text,
      prefix_length: integer,
      transpositions: boolean,
      fuzziness,
      analyzer: text,
      use_field: text,
    },
    ['term'],
  ),
  all_of: closed({ intervals: list(ref('IntervalRule')), ...arrangement, ...filtered }, [
    'intervals',
  ]),
  any_of: closed({ intervals: list(ref('IntervalRule')), ...filtered }, ['intervals']),
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
  IntervalRule: { ...closed(RULES), minProperties: 1, maxProperties: 1 },
  IntervalFilter: {
    ...closed({
      ...Object.fromEntries(FILTERS.map((name) => [name, ref('IntervalRule')])),
      script: ref('Script'),
    }),
    minProperties: 1,
    maxProperties: 1,
  },
};

const likedDocument = closed({
  _index: text,
  _id: text,
  _routing: text,
  routing: text,
  _version: integer,
  version: integer,
  fields: list(text),
  doc: ref('Document'),
  per_field_analyzer: mapOf(text),
});
const liked = oneOf(text, likedDocument, list(oneOf(text, likedDocument)));

export const TEXT_QUERIES: QuerySchemas = {
  match: ofFieldOrValue(
    {
      ...analyzed,
      ...WORDS,
      ...FUZZY,
      ...synonyms,
      zero_terms_query: zeroTerms,
      lenient: boolean,
      cutoff_frequency: number,
    },
    { title: { query: 'quick fox', operator: 'and', fuzziness: 'AUTO' } },
  ),
  match_phrase: ofFieldOrValue(
    { ...analyzed, slop: integer, zero_terms_query: zeroTerms },
    { title: { query: 'quick fox', slop: 2 } },
  ),
  match_phrase_prefix: ofFieldOrValue(
    { ...analyzed, slop: integer, zero_terms_query: zeroTerms, max_expansions: integer },
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
      fields: textOrList,
      type: matchType,
      slop: integer,
      tie_breaker: number,
      zero_terms_query: zeroTerms,
      lenient: boolean,
      cutoff_frequency: number,
    },
    { required: ['query'], example: { query: 'quick fox', fields: ['title^2', 'body'] } },
  ),
  combined_fields: query(
    {
      query: scalar,
      fields: list(text),
      ...WORDS,
      ...synonyms,
      zero_terms_query: zeroTerms,
    },
    { required: ['query', 'fields'], example: { query: 'quick fox', fields: ['title', 'body'] } },
  ),
  common: ofFieldOrValue(
    {
      ...analyzed,
      minimum_should_match: oneOf(
        textOrInteger,
        closed({ low_freq: textOrInteger, high_freq: textOrInteger }),
      ),
      cutoff_frequency: number,
      low_freq_operator: operator,
      high_freq_operator: operator,
      disable_coord: boolean,
    },
    { title: { query: 'the quick fox', cutoff_frequency: 0.01 } },
  ),
  query_string: query(
    {
      ...ofParser,
      default_field: text,
      quote_analyzer: text,
      type: matchType,
      tie_breaker: number,
      allow_leading_wildcard: boolean,
      enable_position_increments: boolean,
      escape: boolean,
      fuzziness,
      fuzzy_rewrite: text,
      rewrite: text,
      max_determinized_states: integer,
      phrase_slop: integer,
      time_zone: text,
    },
    { required: ['query'], example: { query: 'title:(quick AND fox)', default_field: 'title' } },
  ),
  simple_query_string: query(
    { ...ofParser, flags: textOrInteger },
    { required: ['query'], example: { query: '"quick fox" | dog', fields: ['title'] } },
  ),
  intervals: {
    ...mapOf(closed({ ...RULES, ...HEADER })),
    maxProperties: 1,
    examples: [{ title: { match: { query: 'quick fox', max_gaps: 2, ordered: true } } }],
  },
  more_like_this: query(
    {
      fields: list(text),
      like: liked,
      unlike: liked,
      include: boolean,
      analyzer: text,
      stop_words: list(text),
      minimum_should_match: textOrInteger,
      min_term_freq: integer,
      max_query_terms: integer,
      min_doc_freq: integer,
      max_doc_freq: integer,
      min_word_length: integer,
      max_word_length: integer,
      boost_terms: number,
      fail_on_unsupported_field: boolean,
    },
    {
      required: ['like'],
      example: { fields: ['title'], like: [{ _index: 'books', _id: '1' }], min_doc_freq: 1 },
    },
  ),
  percolate: query(
    {
      field: text,
      name: text,
      document: ref('Document'),
      documents: list(ref('Document')),
      document_type: text,
      index: text,
      id: text,
      routing: text,
      preference: text,
      version: integer,
    },
    { required: ['field'], example: { field: 'query', document: { title: 'quick fox' } } },
  ),
  span_term: ofFieldOrValue({ value: scalar, term: scalar }, { title: { value: 'fox' } }),
  span_gap: ofFieldOrValue({}, { title: 2 }),
};
