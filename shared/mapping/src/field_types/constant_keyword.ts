/**
 * `constant_keyword`: one value for all documents of an index, stored in the mapping and not in
 * segments. As in Elasticsearch, a mapping without a value takes that of the first document that
 * has one; OpenSearch refuses such a mapping.
 */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  matchAllQuery,
  matchesRegexp,
  matchesWildcard,
  matchNoneQuery,
  type Query,
} from '@skein/search_library';
import { fieldSpec } from './field_spec.js';
import type { FieldTypeDefinition, MappedField } from './field_type.js';
import { mappedField, scalarText } from './mapped_field.js';
import type { Parameter } from './parameter.js';
import { constantDisplay } from './term_field.js';

const valueParameter: Parameter = {
  name: 'value',
  default: null,
  updatable: false,
  mayChange: (from) => from === null,
  parse: (given, { path }) => {
    if (typeof given === 'string') return given;
    throw new ApiError(
      'parse_exception',
      `Field [${leafOf(path)}] is expected to be a string value`,
    );
  },
};

export const constantKeyword: FieldTypeDefinition = {
  name: 'constant_keyword',
  plainParameters: 'all',
  parameters: [valueParameter],
  build: (path, values) => {
    const constant = values.text('value');
    if (constant === undefined) return withoutValue(path);
    const when = (matches: boolean): Query =>
      matches ? matchAllQuery() : matchNoneQuery(`[${path}] is always [${constant}]`);
    const fold = (text: string, insensitive: boolean): string =>
      insensitive ? text.toLowerCase() : text;
    const equals = (value: JsonValue, insensitive = false): boolean =>
      matchesStars(fold(scalarText(value), insensitive), fold(constant, insensitive));
    return mappedField({
      name: path,
      typeName: 'constant_keyword',
      spec: fieldSpec(path, {}),
      listed: { kind: 'constant', value: constant },
      values: { kind: 'constant', term: () => constant },
      indexOrder: 'never',
      searchable: true,
      aggregatable: true,
      readsText: true,
      // As in OpenSearch, a document has the value, or no such field.
      nullValue: null,
      index: (value) => {
        if (value === constant) return;
        throw new ApiError(
          'illegal_argument_exception',
          `constant keyword field [${path}] must have a value${value === null ? '' : ` of [${constant}]`}`,
        );
      },
      termQuery: (value, _context, insensitive) => when(equals(value, insensitive)),
      termsQuery: (wanted) => when(wanted.some((value) => equals(value))),
      prefixQuery: (prefix, insensitive) =>
        when(fold(constant, insensitive).startsWith(fold(prefix, insensitive))),
      wildcardQuery: (pattern, insensitive) => when(equals(pattern, insensitive)),
      regexpQuery: (expression, options) => when(matchesRegexp(expression, constant, options)),
      rangeQuery: ({ lower, upper, includeLower, includeUpper }) => {
        const low = lower === undefined || lower === null ? undefined : scalarText(lower);
        const high = upper === undefined || upper === null ? undefined : scalarText(upper);
        const above = low === undefined || (includeLower ? constant >= low : constant > low);
        const below = high === undefined || (includeUpper ? constant <= high : constant < high);
        return when(above && below);
      },
      existsQuery: () => matchAllQuery(),
      ...constantDisplay('constant_keyword', path),
    });
  },
};

/** The field before any document has a value. */
function withoutValue(path: string): MappedField {
  const none = (): Query => matchNoneQuery(`[${path}] has no value yet`);
  return mappedField({
    name: path,
    typeName: 'constant_keyword',
    spec: fieldSpec(path, {}),
    indexOrder: 'never',
    searchable: true,
    aggregatable: true,
    readsText: true,
    index: () => undefined,
    learns: (value) =>
      value === null ? undefined : { type: 'constant_keyword', value: scalarText(value) },
    termQuery: none,
    termsQuery: none,
    prefixQuery: none,
    wildcardQuery: none,
    regexpQuery: none,
    rangeQuery: none,
    existsQuery: none,
    ...constantDisplay('constant_keyword', path),
  });
}

/** As in OpenSearch, a `*` in a queried value matches any text, and nothing else is special. */
function matchesStars(value: string, constant: string): boolean {
  if (!value.includes('*')) return value === constant;
  const pattern = value.replace(/[\\?]/g, '\\$&');
  return matchesWildcard(pattern, constant, { caseInsensitive: false });
}

function leafOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
