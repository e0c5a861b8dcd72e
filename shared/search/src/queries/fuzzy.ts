/** `fuzzy`: values a few edits away from a word. */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { fuzzyWordQuery } from '../text/fuzzy_words.js';
import { readFieldQuery, requireFieldName } from './field_query.js';
import { AUTO_FUZZINESS } from './fuzziness.js';
import { defaultFuzzyOptions, fuzzyReaders } from './fuzzy_options.js';
import { readOptions } from './header.js';
import { NO_MATCHES } from './match_options.js';
import { isScalar } from './options.js';
import type { QueryType } from './query_node.js';

const NAMES = {
  prefixLength: 'prefix_length',
  maxExpansions: 'max_expansions',
  transpositions: 'transpositions',
  rewrite: 'rewrite',
};

export const fuzzy: QueryType = {
  name: 'fuzzy',
  parse(body, context) {
    const shape = {
      query: 'fuzzy',
      valueOption: 'value',
      missing: () =>
        new ApiError('illegal_argument_exception', 'field name cannot be null or empty'),
    };
    const { field, options, trailing } = readFieldQuery(shape, body, context);
    let value: JsonValue = null;
    const fuzzyOptions = defaultFuzzyOptions();
    const readValue = (json: JsonValue) => {
      if (isScalar(json)) value = json;
    };
    const readers = { value: readValue, term: readValue, ...fuzzyReaders(fuzzyOptions, NAMES) };
    const header = readOptions({ query: 'fuzzy', options, context, trailing }, readers);
    requireFieldName(field, shape.missing);
    if (value === null) {
      throw new ApiError('illegal_argument_exception', 'query value cannot be null');
    }
    const words = { ...fuzzyOptions, fuzziness: fuzzyOptions.fuzziness ?? AUTO_FUZZINESS };
    return {
      ...header,
      canMatch: ({ shard }) => shard.mapping.field(field) !== undefined,
      toQuery: (shard) => {
        const mapped = shard.mapping.field(field);
        if (!mapped) return NO_MATCHES;
        return fuzzyWordQuery({ field: mapped, context: shard }, value, words);
      },
    };
  },
};
