/**
 * Fields of exact terms (keyword and related types): postings and an ordinal column with the same
 * bytes. The types define the conversion of values to terms; queries, sorting and display are here.
 */
import { utf8, utf8Decode } from '@skein/bytes';
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  type ColumnMaking,
  columnPatternQuery,
  columnRangeQuery,
  columnSpanQuery,
  columnTermsQuery,
  fuzzyQuery,
  type MultiTermQuery,
  prefixQuery,
  type Query,
  regexpQuery,
  type SortField,
  type TermRange,
  termQuery,
  termRangeQuery,
  termsQuery,
  wildcardQuery,
} from '@skein/search_library';
import { fieldSpec } from './field_spec.js';
import type { MappedField, RangeBounds, SortOptions } from './field_type.js';
import {
  boosted,
  refuseFielddata,
  requireSearchable,
  scalarText,
  type ValueQueries,
} from './mapped_field.js';

interface TermField {
  readonly field: Pick<MappedField, 'name' | 'spec' | 'typeName'>;
  /** Normalizes a queried text. */
  readonly toTerm: (text: string) => string;
  /** The boost of the mapping, for queries of one value; absent: 1. */
  readonly boost?: number;
}

/** Without postings, the column is searched, and every match scores the same. */
export function termQueries({ field, toTerm, boost = 1 }: TermField): ValueQueries {
  const { spec } = field;
  const { name } = spec;
  const byColumn = spec.postings === 'none';
  const bytesOf = (value: JsonValue): Uint8Array => utf8(toTerm(scalarText(value)));
  const pattern = (made: () => MultiTermQuery): Query => {
    requireSearchable(spec);
    return byColumn ? columnPatternQuery(made()) : made();
  };
  return {
    termQuery: (value, _context, caseInsensitive = false) => {
      if (caseInsensitive) {
        const text = escapeWildcards(toTerm(scalarText(value)));
        const query = pattern(() => wildcardQuery(name, text, { caseInsensitive }));
        return boosted(query, boost);
      }
      requireSearchable(spec);
      const term = bytesOf(value);
      const query = byColumn ? columnSpanQuery(name, term, term) : termQuery(name, term);
      return boosted(query, boost);
    },
    termsQuery: (values) => {
      requireSearchable(spec);
      const terms = values.map(bytesOf);
      return byColumn ? columnTermsQuery(name, terms) : termsQuery(name, terms);
    },
    rangeQuery: (bounds) => {
      requireSearchable(spec);
      const range = termBounds(bounds, bytesOf);
      return byColumn ? columnRangeQuery(name, range) : termRangeQuery(name, range);
    },
    prefixQuery: (prefix, caseInsensitive) =>
      pattern(() => prefixQuery(name, utf8(toTerm(prefix)), { caseInsensitive })),
    wildcardQuery: (text, caseInsensitive) =>
      pattern(() => wildcardQuery(name, normalizePattern(text, toTerm), { caseInsensitive })),
    regexpQuery: (expression, options) =>
      pattern(() => regexpQuery(name, toTerm(expression), options)),
    fuzzyQuery: (value, options) =>
      pattern(() => fuzzyQuery(name, toTerm(scalarText(value)), options)),
  };
}

/** A range over terms in byte order. */
export function termRange(
  name: string,
  bounds: RangeBounds,
  bytesOf: (value: JsonValue) => Uint8Array,
): Query {
  return termRangeQuery(name, termBounds(bounds, bytesOf));
}

function termBounds(
  { lower, upper, includeLower, includeUpper }: RangeBounds,
  bytesOf: (value: JsonValue) => Uint8Array,
): TermRange {
  return {
    lower: lower === undefined || lower === null ? undefined : bytesOf(lower),
    upper: upper === undefined || upper === null ? undefined : bytesOf(upper),
    includeLower,
    includeUpper,
  };
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
      const sort = ordinalSort(field, options, { encode, uninverting });
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
  const spec = fieldSpec(name, {});
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
  field: Pick<MappedField, 'name' | 'spec' | 'typeName'>,
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
