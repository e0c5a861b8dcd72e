/**
 * `wildcard`: a keyword for pattern queries. As in OpenSearch, all its matches have the same score.
 */
import { ApiError } from '@skein/errors';
import { constantScoreQuery, describedQuery } from '@skein/search_library';
import type { FieldTypeDefinition } from './field_type.js';
import { buildTermField, normalizer } from './keyword.js';
import { docValuesFlag, integer, meta, storeFlag, textNullValue } from './parameter.js';
import type { ParameterValues } from './parameter_values.js';

export const wildcard: FieldTypeDefinition = {
  name: 'wildcard',
  parameters: [
    textNullValue,
    normalizer,
    integer('ignore_above', 2_147_483_647, { updatable: true }),
    { ...docValuesFlag, default: false, showAlso: () => true },
    storeFlag,
    meta,
  ],
  build: (path, values, context) => {
    const field = buildTermField('wildcard', path, indexed(values), context);
    return {
      ...field,
      aggregatable: values.flag('doc_values'),
      termQuery: (value, query, caseInsensitive) =>
        constantScoreQuery(field.termQuery(value, query, caseInsensitive)),
      fuzzyQuery: () => {
        throw new ApiError(
          'illegal_argument_exception',
          `Can only use fuzzy queries on keyword and text fields - not on [${path}] which is of type [wildcard]`,
        );
      },
      wildcardQuery: (pattern, caseInsensitive, query) =>
        describedQuery(
          () => `WildcardMatchingQuery(${path}:"${pattern}")`,
          field.wildcardQuery(pattern, caseInsensitive, query),
        ),
    };
  },
};

/** The type has no `index` parameter and is always indexed, and it ignores a boost. */
function indexed(values: ParameterValues): ParameterValues {
  return {
    get: (name) => values.get(name),
    flag: (name) => name === 'index' || values.flag(name),
    number: (name) => (name === 'boost' ? 1 : values.number(name)),
    text: (name) => values.text(name),
    isConfigured: (name) => values.isConfigured(name),
  };
}
