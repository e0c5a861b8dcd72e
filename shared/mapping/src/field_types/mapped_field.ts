/**
 * The behavior shared by all field types; a type overrides parts of it. Unsupported operations are
 * refused in OpenSearch's words, so that a new type is safe before it is complete.
 */

import { utf8 } from '@skein/bytes';
import { isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  booleanQuery,
  boostQuery,
  constantScoreQuery,
  existsQuery,
  type FieldSpec,
  type Query,
  termQuery,
} from '@skein/search_library';
import type { MappedField, QueryContext, ShownValue, SortOptions } from './field_type.js';
import { type ValueKind, WHOLE_NUMBERS } from './value_kind.js';

type Given = Pick<MappedField, 'name' | 'typeName' | 'spec' | 'index'> & Partial<MappedField>;

export function mappedField(given: Given): MappedField {
  const { spec } = given;
  return {
    values: kindOfColumn(spec),
    searchable: spec.postings !== 'none' || spec.points,
    aggregatable: spec.column !== 'none',
    isText: false,
    hasTerms: true,
    cutsQueries: given.isText ?? given.hasTerms === false,
    indexAnalyzer: undefined,
    searchAnalyzer: undefined,
    searchQuoteAnalyzer: undefined,
    normalizer: undefined,
    boost: 1,
    similarity: undefined,
    termVector: 'no',
    stored: false,
    readsText: false,
    readsStructures: false,
    faults: 'document',
    likeWords: false,
    takesWords: true,
    takesPhrases: true,
    highlightedByPattern: false,
    oneToken: false,
    collapses: false,
    indexOrder: 'column',
    holdsQueries: false,
    namesFeatures: false,
    takesFormat: false,
    showsColumn: false,
    nullValue: undefined,
    ignoreAbove: Number.POSITIVE_INFINITY,
    ...BEHAVIOUR,
    ...given,
  };
}

/** The options of a sort in ascending order, without any others. */
export const PLAIN_SORT: SortOptions = {
  reverse: false,
  mode: undefined,
  missing: undefined,
  numericType: undefined,
};

/** The searches for values of a field. */
export type ValueQueries = Pick<
  MappedField,
  | 'termQuery'
  | 'termsQuery'
  | 'rangeQuery'
  | 'prefixQuery'
  | 'wildcardQuery'
  | 'regexpQuery'
  | 'fuzzyQuery'
>;

type Behaviour = ValueQueries &
  Pick<
    MappedField,
    | 'existsQuery'
    | 'sortField'
    | 'formatSortValue'
    | 'parseSortValue'
    | 'docValueFormat'
    | 'shownValues'
  >;

/** Checks the number of clauses of one boolean query. */
export function checkClauseCount(count: number, most: number): void {
  if (count > most) throw new ApiError('too_many_clauses', `maxClauseCount is set to ${most}`);
}

/** A query for documents with one of the values. Each value is a clause, as in OpenSearch. */
export function anyOf(
  values: readonly JsonValue[],
  queryOf: (value: JsonValue) => Query,
  { maxClauseCount = Number.POSITIVE_INFINITY }: QueryContext,
): Query {
  checkClauseCount(values.length, maxClauseCount);
  return constantScoreQuery(booleanQuery({ should: values.map(queryOf) }));
}

/** Functions shared by all fields: `this` is the field they are called on. */
const BEHAVIOUR: Behaviour & ThisType<MappedField> = {
  termQuery() {
    throw new ApiError(
      'query_shard_exception',
      `Field [${this.name}] of type [${this.typeName}] does not support match queries`,
    );
  },
  termsQuery(values, context) {
    return anyOf(values, (value) => this.termQuery(value, context), context);
  },
  rangeQuery() {
    throw new ApiError(
      'illegal_argument_exception',
      `Field [${this.name}] of type [${this.typeName}] does not support range queries`,
    );
  },
  prefixQuery() {
    return refusePattern('prefix', this);
  },
  wildcardQuery() {
    return refusePattern('wildcard', this);
  },
  regexpQuery() {
    return refusePattern('regexp', this);
  },
  fuzzyQuery() {
    return refusePattern('fuzzy', this);
  },
  existsQuery() {
    return existsOf(this);
  },
  sortField() {
    return refuseFielddata(this);
  },
  formatSortValue: (value) => (value instanceof Uint8Array ? null : value),
  parseSortValue: (value) =>
    typeof value === 'number' || typeof value === 'bigint' ? value : null,
  docValueFormat() {
    return refuseFielddata(this);
  },
  shownValues(value, _shown) {
    return isJsonObject(value) ? [] : shownTerm(value, this);
  },
};

/** The kind by column; a type whose values mean more declares its own kind. */
function kindOfColumn({ column }: FieldSpec): ValueKind {
  if (column === 'long') return WHOLE_NUMBERS;
  if (column === 'double') return FRACTIONS;
  if (column === 'ordinal') return TERMS;
  if (column === 'geo') return POINTS;
  return column === 'shape' ? SHAPES : column === 'plane' ? PLANE_SHAPES : NO_VALUES;
}

const FRACTIONS: ValueKind = { kind: 'number', width: 'double', step: 1 };
const TERMS: ValueKind = { kind: 'term' };
const POINTS: ValueKind = { kind: 'point' };
const SHAPES: ValueKind = { kind: 'shape' };
const PLANE_SHAPES: ValueKind = { kind: 'plane', isPoint: false };
const NO_VALUES: ValueKind = { kind: 'none' };

/** For types whose values are never objects. */
export function shownScalar(show: MappedField['shownValues']): MappedField['shownValues'] {
  return (value: JsonValue, shown: ShownValue) => (isJsonObject(value) ? [] : show(value, shown));
}

/** Stored values as responses show them; `field` is undefined if the mapping lacks it. */
export function shownStored(
  values: readonly JsonValue[],
  field: Pick<MappedField, 'shownStored'> | undefined,
): readonly JsonValue[] {
  return field?.shownStored === undefined ? values : values.map(field.shownStored);
}

/** The terms as indexed. */
function shownTerm(value: JsonValue, { ignoreAbove, normalizer }: MappedField): JsonValue[] {
  const text = scalarText(value);
  if (text.length > ignoreAbove) return [];
  return [normalizer ? normalizer.normalize(text) : text];
}

/** OpenSearch's error for prefix, wildcard, regexp and fuzzy queries on fields without terms. */
export function refusePattern(query: string, field: MappedField): never {
  throw new ApiError(
    query === 'fuzzy' ? 'illegal_argument_exception' : 'query_shard_exception',
    `Can only use ${query} queries on keyword and text fields - not on [${field.name}] which is of type [${field.typeName}]`,
  );
}

export function refuseFielddata(field: Pick<MappedField, 'name' | 'spec' | 'typeName'>): never {
  if (field.spec.column === 'none') refuseWithoutColumn(field);
  throw new ApiError(
    'illegal_argument_exception',
    `Fielddata is not supported on field [${field.name}] of type [${field.typeName}]`,
  );
}

/** Refuses to read a field whose `doc_values` is false, even if a search needs its column. */
export function requireDocValues(
  field: Pick<MappedField, 'name' | 'typeName' | 'aggregatable'>,
): void {
  if (!field.aggregatable) refuseWithoutColumn(field);
}

function refuseWithoutColumn({ name, typeName }: Pick<MappedField, 'name' | 'typeName'>): never {
  throw new ApiError(
    'illegal_argument_exception',
    `Can't load fielddata on [${name}] because fielddata is unsupported on fields of type [${typeName}]. Use doc values instead.`,
  );
}

/** Refuses a search if neither postings nor a column can answer it. */
export function requireSearchable({ name, postings, column }: FieldSpec): void {
  if (postings !== 'none' || column !== 'none') return;
  throw new ApiError(
    'illegal_argument_exception',
    `Cannot search on field [${name}] since it is both not indexed, and does not have doc_values enabled.`,
  );
}

/** Like `requireSearchable`, for fields whose columns cannot be searched. */
export function requireIndexed({ name, postings }: FieldSpec): void {
  if (postings !== 'none') return;
  throw new ApiError(
    'illegal_argument_exception',
    `Cannot search on field [${name}] since it is not indexed.`,
  );
}

/**
 * Columns, norms or postings tell whether a document has the field; a stored-only field is listed
 * in `_field_names`, and any other field is not.
 */
function existsOf(field: MappedField): Query {
  const { column, norms, postings } = field.spec;
  if (column !== 'none' || norms || postings !== 'none') return existsQuery(field.name);
  return namedQuery(field.name);
}

export const FIELD_NAMES = '_field_names';

/** The query for one value of a field, with the boost of its mapping. */
export function boosted(query: Query, boost: number): Query {
  return boost === 1 ? query : boostQuery(query, boost);
}

/** Matches documents that list the field. */
export function namedQuery(name: string): Query {
  return constantScoreQuery(termQuery(FIELD_NAMES, utf8(name)));
}

/**
 * The text of a scalar of a query, as JSON writes it, which is how documents' scalars are indexed.
 */
export function scalarText(value: JsonValue): string {
  return typeof value === 'string' ? value : String(value);
}
