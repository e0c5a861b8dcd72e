/** The options of suggestions. */
import type { JsonObject } from '@skein/content';
import { fuzziness } from './queries/query_parts.js';
import * as s from './schema.js';

const mode = s.words('missing', 'popular', 'always');
const distance = s.words('internal', 'damerau_levenshtein', 'levenshtein', 'jaro_winkler', 'ngram');
const spelling = {
  field: s.text,
  size: s.integer,
  max_edits: s.integer,
  prefix_length: s.integer,
  min_word_length: s.integer,
  max_inspections: s.integer,
  min_doc_freq: s.number,
  max_term_freq: s.number,
  accuracy: s.number,
  sort: s.words('score', 'frequency'),
  suggest_mode: mode,
  string_distance: distance,
};
const asked = { field: s.text, analyzer: s.text, size: s.integer, shard_size: s.integer };
const shown = (schema: JsonObject, example: JsonObject) => ({ ...schema, examples: [example] });

const contextItem = s.oneOf(s.text, s.mapOf(s.anything));

export const SUGGESTERS: Readonly<Record<string, JsonObject>> = {
  term: shown(s.closed({ ...spelling, ...asked }, ['field']), {
    field: 'title',
    suggest_mode: 'always',
  }),
  phrase: shown(
    s.closed(
      {
        ...asked,
        gram_size: s.integer,
        confidence: s.number,
        max_errors: s.number,
        real_word_error_likelihood: s.number,
        separator: s.text,
        force_unigrams: s.boolean,
        token_limit: s.integer,
        highlight: s.closed({ pre_tag: s.text, post_tag: s.text }),
        collate: s.closed({
          query: s.ref('Script'),
          params: s.mapOf(s.anything),
          prune: s.boolean,
        }),
        direct_generator: s.list(
          s.closed({ ...spelling, pre_filter: s.text, post_filter: s.text }, ['field']),
        ),
        smoothing: {
          ...s.closed({
            laplace: s.mapOf(s.number),
            stupid_backoff: s.mapOf(s.number),
            linear: s.mapOf(s.number),
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
    s.closed(
      {
        ...asked,
        skip_duplicates: s.boolean,
        fuzzy: s.oneOf(
          s.boolean,
          s.closed({
            fuzziness,
            transpositions: s.boolean,
            min_length: s.integer,
            prefix_length: s.integer,
            unicode_aware: s.boolean,
            max_determinized_states: s.integer,
          }),
        ),
        regex: s.closed({ flags: s.oneOf(s.text, s.integer), max_determinized_states: s.integer }),
        contexts: s.mapOf(s.oneOf(contextItem, s.list(contextItem))),
        context: { ...s.mapOf(s.anything), deprecated: true },
      },
      ['field'],
    ),
    { field: 'name', skip_duplicates: true, fuzzy: { fuzziness: 1 } },
  ),
};
