/** `fuzzy`: values within a few edits of a word. */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type FuzzyWords, fuzzyWordQuery } from '../text/fuzzy_words.js';
import { type FieldQueryShape, readFieldQuery, requireFieldName } from './field_query.js';
import { AUTO_FUZZINESS } from './fuzziness.js';
import { defaultFuzzyOptions, fuzzyReaders } from './fuzzy_options.js';
import { BY_TOKEN, type Manners, readOptions } from './header.js';
import { NO_MATCHES } from './match_none.js';
import { isScalar } from './options.js';
import { HEAVY, LEAF, type QueryType } from './query_type.js';

const NAMES = {
  prefixLength: 'prefix_length',
  maxExpansions: 'max_expansions',
  transpositions: 'transpositions',
  rewrite: 'rewrite',
};

interface Params {
  readonly field: string;
  readonly value: JsonValue;
  readonly words: FuzzyWords;
}

const MANNERS: Manners = {
  ...BY_TOKEN,
  token: (query, token, option) => `[${query}] unexpected token [${token}] after [${option}]`,
};

export const fuzzy: QueryType<Params> = {
  name: 'fuzzy',
  parse(body, context) {
    const missing = () =>
      new ApiError('illegal_argument_exception', 'field name cannot be null or empty');
    const shape: FieldQueryShape = {
      query: 'fuzzy',
      valueOption: 'value',
      takesBrackets: true,
      missing,
    };
    const { field, options, trailing } = readFieldQuery(shape, body, context);
    let value: JsonValue = null;
    const fuzzyOptions = defaultFuzzyOptions();
    const readValue = (json: JsonValue) => {
      if (isScalar(json)) value = json;
    };
    const readers = { value: readValue, term: readValue, ...fuzzyReaders(fuzzyOptions, NAMES) };
    const header = readOptions(
      { query: 'fuzzy', options, context, trailing, manners: MANNERS },
      readers,
    );
    requireFieldName(field, missing);
    if (value === null) {
      throw new ApiError('illegal_argument_exception', 'query value cannot be null');
    }
    const words = { ...fuzzyOptions, fuzziness: fuzzyOptions.fuzziness ?? AUTO_FUZZINESS };
    return { ...header, params: { field, value, words } };
  },
  family: 'multi_term',
  ...LEAF,
  needs: () => HEAVY,
  bind: ({ field, value, words }, context) => {
    const mapped = context.mapping.field(field);
    return mapped ? fuzzyWordQuery({ field: mapped, context }, value, words) : NO_MATCHES;
  },
  canMatch: ({ field }, { shard }) => shard.mapping.field(field) !== undefined,
};
