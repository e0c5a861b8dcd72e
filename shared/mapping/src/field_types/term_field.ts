/**
 * Fields of exact terms (keyword and related types): postings and an ordinal column with the same
 * bytes. The types define the conversion of values to terms; queries, sorting and display are here.
 */
import { utf8, utf8Decode } from '@skein/bytes';
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  type ColumnMaking,
  type FieldSpec,
  fuzzyQuery,
  prefixQuery,
  type Query,
  regexpQuery,
  type SortField,
  termQuery,
  termRangeQuery,
  termsQuery,
  wildcardQuery,
} from '@skein/search_library';
import type { MappedField, RangeBounds, SortOptions } from './field_type.js';
import { refuseFielddata, requireIndexed, scalarText, type ValueQueries } from './mapped_field.js';

interface TermField {
  readonly field: Pick<MappedField, 'name' | 'spec' | 'typeName'>;
  /** Normalizes a queried text. */
  readonly toTerm: (text: string) => string;
}

export function termQueries({ field, toTerm }: TermField): ValueQueries {
  const { name } = field;
  const bytesOf = (value: JsonValue): Uint8Array => utf8(toTerm(scalarText(value)));
  return {
    termQuery: (value, _context, caseInsensitive = false) => {
      requireIndexed(field.spec);
      if (!caseInsensitive) return termQuery(name, bytesOf(value));
      return wildcardQuery(name, escapeWildcards(toTerm(scalarText(value))), { caseInsensitive });
    },
    termsQuery: (values) => {
      requireIndexed(field.spec);
      return termsQuery(name, values.map(bytesOf));
    },
    rangeQuery: (bounds) => {
      requireIndexed(field.spec);
      return termRange(name, bounds, bytesOf);
    },
    prefixQuery: (prefix, caseInsensitive) => {
      requireIndexed(field.spec);
      return prefixQuery(name, utf8(toTerm(prefix)), { caseInsensitive });
    },
    wildcardQuery: (pattern, caseInsensitive) => {
      requireIndexed(field.spec);
      return wildcardQuery(name, normalizePattern(pattern, toTerm), { caseInsensitive });
    },
    regexpQuery: (expression, options) => {
      requireIndexed(field.spec);
      return regexpQuery(name, toTerm(expression), options);
    },
    fuzzyQuery: (value, options) => {
      requireIndexed(field.spec);
      return fuzzyQuery(name, toTerm(scalarText(value)), options);
    },
  };
}

/** A range over terms in byte order. */
export function termRange(
  name: string,
  bounds: RangeBounds,
  bytesOf: (value: JsonValue) => Uint8Array,
): Query {
  return termRangeQuery(name, {
    lower: bounds.lower === undefined || bounds.lower === null ? undefined : bytesOf(bounds.lower),
    upper: bounds.upper === undefined || bounds.upper === null ? undefined : bytesOf(bounds.upper),
    includeLower: bounds.includeLower,
    includeUpper: bounds.includeUpper,
  });
}

export function escapeWildcards(text: string): string {
  return text.replace(/[*?\\]/g, '\\$&');
}

/** Normalizes the literal parts of a wildcard pattern and keeps its operators. */
function normalizePattern(pattern: string, normalize: (text: string) => string): string {
  return pattern.replace(
    /(\\.|[*?])|((?:[^*?\\]|\\$)+)/gs,
    (_all, operator: string | undefined, literal: string) =>
      operator === undefined ? normalize(literal) : operator,
  );
}

export type TermDisplay = Pick<
  MappedField,
  'sortField' | 'formatSortValue' | 'parseSortValue' | 'docValueFormat'
>;

interface TermForm {
  /** Conversion between public text and bytes; UTF-8 by default. */
  readonly encode?: (text: string) => Uint8Array;
  readonly decode?: (bytes: Uint8Array) => JsonValue;
  /** For a field without a column. */
  readonly uninverting?: ColumnMaking | undefined;
}

/** Sorting and display of terms. */
export function termDisplay(
  field: Pick<MappedField, 'name' | 'spec' | 'typeName'>,
  { encode = utf8, decode = utf8Decode, uninverting }: TermForm = {},
): TermDisplay {
  return {
    sortField: (options) => {
      const sort = ordinalSort(field as MappedField, options, { encode, uninverting });
      return uninverting === undefined ? sort : { ...sort, uninverting };
    },
    formatSortValue: (value) => (value instanceof Uint8Array ? decode(value) : null),
    parseSortValue: (value) => (value === null ? null : encode(scalarText(value))),
    docValueFormat: (value, format) => {
      if (format !== undefined) {
        throw new ApiError(
          'illegal_argument_exception',
          `Field [${field.name}] of type [${field.typeName}] does not support custom formats`,
        );
      }
      return value instanceof Uint8Array ? decode(value) : Number(value);
    },
  };
}

/** Sorting and display of fields with a single value outside of any column. */
export function constantDisplay(
  typeName: string,
  name: string,
): Pick<MappedField, 'sortField' | 'formatSortValue' | 'parseSortValue' | 'docValueFormat'> {
  const spec: FieldSpec = { name, postings: 'none', norms: false, column: 'none', points: false };
  const { formatSortValue, parseSortValue, docValueFormat } = termDisplay({ name, spec, typeName });
  return {
    formatSortValue,
    parseSortValue,
    docValueFormat,
    sortField: ({ reverse, mode, numericType }) => {
      checkOrdinalOptions(typeName, numericType);
      const common = { field: name, reverse, mode: ordinalMode(mode, reverse) };
      return { kind: 'ordinal', ...common, missing: 'last' };
    },
  };
}

function checkOrdinalOptions(typeName: string, numericType: string | undefined): void {
  if (numericType === undefined) return;
  throw new ApiError(
    'query_shard_exception',
    `[numeric_type] option cannot be set on a non-numeric field, got ${typeName}`,
  );
}

function ordinalSort(
  field: MappedField,
  options: SortOptions,
  { encode = utf8, uninverting }: TermForm,
): Extract<SortField, { kind: 'ordinal' }> {
  if (field.spec.column !== 'ordinal' && uninverting === undefined) refuseFielddata(field);
  const { reverse, mode, missing, numericType } = options;
  checkOrdinalOptions(field.typeName, numericType);
  return {
    kind: 'ordinal',
    field: field.name,
    reverse,
    mode: ordinalMode(mode, reverse),
    missing: missingTerm(missing, encode),
  };
}

function ordinalMode(mode: string | undefined, reverse: boolean): 'min' | 'max' {
  if (mode === undefined) return reverse ? 'max' : 'min';
  if (mode === 'min' || mode === 'max') return mode;
  if (mode === 'sum' || mode === 'avg' || mode === 'median') {
    throw new ApiError(
      'query_shard_exception',
      'we only support AVG, MEDIAN and SUM on number based fields',
    );
  }
  throw new ApiError('illegal_argument_exception', `Unknown SortMode [${mode}]`);
}

function missingTerm(
  missing: JsonValue | undefined,
  encode: (text: string) => Uint8Array,
): 'first' | 'last' | Uint8Array {
  if (missing === undefined || missing === null || missing === '_last') return 'last';
  return missing === '_first' ? 'first' : encode(scalarText(missing));
}
