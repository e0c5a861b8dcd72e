/** The options of suggestions. */
import type { JsonObject } from '@skein/content';
import { fuzziness } from './queries/query_parts.js';
import {
  anything,
  boolean,
  closed,
  integer,
  list,
  mapOf,
  number,
  oneOf,
  ref,
  text,
  words,
} from './schema.js';

const mode = words('missing', 'popular', 'always');
const distance = words('internal', 'damerau_levenshtein', 'levenshtein', 'jaro_winkler', 'ngram');
const spelling = {
  field: text,
  size: integer,
  max_edits: integer,
  prefix_length: integer,
  min_word_length: integer,
  max_inspections: integer,
  min_doc_freq: number,
  max_term_freq: number,
  accuracy: number,
  sort: words('score', 'frequency'),
  suggest_mode: mode,
  string_distance: distance,
};
const asked = { field: text, analyzer: text, size: integer, shard_size: integer };
const shown = (schema: JsonObject, example: JsonObject) => ({ ...schema, examples: [example] });

const contextItem = oneOf(text, mapOf(anything));

export const SUGGESTERS: Readonly<Record<string, JsonObject>> = {
  term: shown(closed({ ...spelling, ...asked }, ['field']), {
    field: 'title',
    suggest_mode: 'always',
  }),
  phrase: shown(
    closed(
      {
        ...asked,
        gram_size: integer,
        confidence: number,
        max_errors: number,
        real_word_error_likelihood: number,
        separator: text,
        force_unigrams: boolean,
        token_limit: integer,
        highlight: closed({ pre_tag: text, post_tag: text }),
        collate: closed({ query: ref('Script'), params: mapOf(anything), prune: boolean }),
        direct_generator: list(
          closed({ ...spelling, pre_filter: text, post_filter: text }, ['field']),
        ),
        smoothing: {
          ...closed({
            laplace: mapOf(number),
            stupid_backoff: mapOf(number),
            linear: mapOf(number),
          }),
          examples: [{ stupid_backoff: { discount: 0.4 } }],
        },
      },
      ['field'],
    ),
    {
      field: 'title',
      direct_generator: [{ field: 'title', suggest_mode: 'always' }],
      highlight: { pre_tag: '<em>', post_tag: '</em>' },
    },
  ),
  completion: shown(
    closed(
      {
        ...asked,
        skip_duplicates: boolean,
        fuzzy: oneOf(
          boolean,
          closed({
            fuzziness,
            transpositions: boolean,
            min_length: integer,
            prefix_length: integer,
            unicode_aware: boolean,
            max_determinized_states: integer,
          }),
        ),
        regex: closed({ flags: oneOf(text, integer), max_determinized_states: integer }),
        contexts: mapOf(oneOf(contextItem, list(contextItem))),
        context: { ...mapOf(anything), deprecated: true },
      },
      ['field'],
    ),
    { field: 'name', skip_duplicates: true, fuzzy: { fuzziness: 1 } },
  ),
};
