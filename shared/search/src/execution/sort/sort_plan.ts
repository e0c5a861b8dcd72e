/**
 * The sort of a request bound to an index: the fields that the library compares, and how keys are
 * merged between shards and shown. Documents without a value have `null` as their key; it is shown
 * as the extreme of the number's type, as in OpenSearch.
 */
import { double, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type MappedField, type NumberWidth, numberWidth, unmappedField } from '@skein/mapping';
import type { IndexSearcher, NestedDocs, SortField, SortValue } from '@skein/search_library';
import type { QueryShardContext } from '../../queries/query_shard_context.js';
import {
  DOC_FIELD,
  SCORE_FIELD,
  SHARD_DOC_FIELD,
  withoutPointInTime,
} from '../../request/parse_sort.js';
import type { ScriptSort, SortSpec } from '../../request/search_request.js';
import type { SortKeyFormat } from '../../shard_messages.js';
import { cursorNumber, fieldKey } from './field_sort_key.js';
import { geoSortField } from './geo_sort_key.js';
import { nestedSortDocs } from './nested_sort.js';
import { scriptSortField, scriptSortKey } from './script_sort_key.js';

export interface SortPlan {
  readonly fields: readonly SortField[];
  readonly formats: readonly SortKeyFormat[];
  readonly keys: readonly SortKey[];
}

export interface SortKey {
  /** Renders the value for a hit's `sort`. */
  format(value: SortValue): JsonValue;
  /** Parses a `search_after` value into the form that is compared. */
  parse(value: JsonValue): SortValue;
  /** The name in the error message, if no document is without a value. */
  readonly refusesNull?: string;
}

const LONG_MAX = 9_223_372_036_854_775_807n;
const LONG_MIN = -9_223_372_036_854_775_808n;
const INT_MAX = 2_147_483_647;
const INT_MIN = -2_147_483_648;
const UNSIGNED_LONG_MAX = 18_446_744_073_709_551_615n;

interface SortedShard {
  readonly searcher: IndexSearcher;
  /** The shard's number among those of a point in time; absent outside a point in time. */
  readonly shardPlace?: number | undefined;
}

export function planSort(
  sort: readonly SortSpec[],
  context: QueryShardContext,
  { searcher, shardPlace }: SortedShard,
): SortPlan {
  const parts = sort.map((spec) => {
    const mode = spec.script?.mode ?? spec.geo?.mode ?? spec.mode;
    const nested = spec.nested && nestedSortDocs(spec.nested, mode, context, searcher);
    if (spec.script) return planScript(spec.script, context, nested);
    const planned =
      spec.field === SHARD_DOC_FIELD ? planShardDoc(spec, shardPlace) : planKey(spec, context);
    return nested ? { ...planned, field: { ...planned.field, nested } } : planned;
  });
  return {
    fields: parts.map((part) => part.field),
    formats: parts.map((part) => part.format),
    keys: parts.map((part) => part.key),
  };
}

interface PlannedKey {
  readonly field: SortField;
  readonly format: SortKeyFormat;
  readonly key: SortKey;
}

function planKey(spec: SortSpec, context: QueryShardContext): PlannedKey {
  const { reverse } = spec;
  if (spec.field === SCORE_FIELD) {
    const format: SortKeyFormat = { kind: 'score', reverse: !reverse, missingFirst: false };
    return { field: { kind: 'score', reverse }, format, key: scoreKey() };
  }
  if (spec.field === DOC_FIELD) {
    const format: SortKeyFormat = { kind: 'doc', reverse, missingFirst: false };
    return { field: { kind: 'doc', reverse }, format, key: docKey() };
  }
  if (spec.geo) {
    const format: SortKeyFormat = { kind: 'number', reverse, missingFirst: false };
    return { field: geoSortField(spec.geo, context), format, key: distanceKey(spec.geo.field) };
  }
  const mapped = context.mapping.field(spec.field);
  if (mapped) return planField(spec, mapped, context);
  return planUnmapped(spec, context);
}

/** The limit of document numbers in a shard. */
const SHARD_DOCUMENTS = 2 ** 32;

function planShardDoc({ reverse }: SortSpec, shardPlace: number | undefined): PlannedKey {
  if (shardPlace === undefined) {
    throw new ApiError('illegal_argument_exception', withoutPointInTime());
  }
  const format: SortKeyFormat = { kind: 'doc', reverse, missingFirst: false };
  const key: SortKey = {
    format: (value) => numberOf(value),
    parse: (value) => (value === null ? null : Number(cursorNumber(value, 'long', NO_FIELD))),
    refusesNull: NO_FIELD,
  };
  return { field: { kind: 'doc', reverse, base: shardPlace * SHARD_DOCUMENTS }, format, key };
}

function planScript(
  script: ScriptSort,
  context: QueryShardContext,
  nested: NestedDocs | undefined,
): PlannedKey {
  const kind = script.type === 'number' ? 'number' : 'bytes';
  const format: SortKeyFormat = { kind, reverse: script.descending, missingFirst: false };
  return { field: scriptSortField(script, context, nested), format, key: scriptSortKey(script) };
}

function planField(spec: SortSpec, mapped: MappedField, context: QueryShardContext): PlannedKey {
  const width = numberWidth(mapped.values);
  const field = withConstant(mapped.sortField(spec), mapped, context);
  const format = keyFormat(field, width);
  const missing = missingValue(field, format, { width, isCast: spec.numericType !== undefined });
  return { field, format, key: fieldKey({ spec, field, mapped, missing }, context) };
}

/** A value that all documents of an index share is stored in no column. */
function withConstant(
  field: SortField,
  { values }: MappedField,
  { indexName }: QueryShardContext,
): SortField {
  if (values.kind !== 'constant' || field.kind !== 'ordinal') return field;
  const text = values.term(indexName);
  const segment = () => () => text;
  return { kind: 'computed_text', reverse: field.reverse, needsScore: false, segment };
}

/** `unmapped_type`: sorts as if every document lacked the field. */
function planUnmapped(spec: SortSpec, context: QueryShardContext): PlannedKey {
  if (spec.unmappedType === undefined) {
    throw new ApiError(
      'query_shard_exception',
      `No mapping found for [${spec.field}] in order to sort on`,
      { metadata: { index: context.indexName } },
    );
  }
  const unmapped = unmappedField(spec.unmappedType, context);
  if (unmapped !== undefined) return planField(spec, unmapped, context);
  throw new ApiError(
    'illegal_argument_exception',
    `No mapper found for type [${spec.unmappedType}]`,
  );
}

function keyFormat(field: SortField, width: NumberWidth | undefined): SortKeyFormat {
  if (field.kind === 'computed_text') {
    return { kind: 'bytes', reverse: field.reverse, missingFirst: false };
  }
  if (field.kind === 'ordinal') {
    return { kind: 'bytes', reverse: field.reverse, missingFirst: field.missing === 'first' };
  }
  const missingFirst = field.kind === 'number' && field.missing === 'first';
  const kind = width === 'unsigned_long' ? width : 'number';
  return { kind, reverse: field.reverse, missingFirst };
}

/** A missing number is shown as the value that would sort in its place. */
function missingValue(
  field: SortField,
  format: SortKeyFormat,
  { width, isCast }: { readonly width: NumberWidth | undefined; readonly isCast: boolean },
): JsonValue {
  if (field.kind !== 'number') return null;
  const isLargest = format.missingFirst === format.reverse;
  if (width === 'unsigned_long' && field.integral) {
    if (!isCast) return isLargest ? UNSIGNED_LONG_MAX : 0;
    return BigInt.asUintN(64, isLargest ? LONG_MAX : LONG_MIN);
  }
  if (width === 'int' && !isCast) return isLargest ? INT_MAX : INT_MIN;
  if (field.integral) return isLargest ? LONG_MAX : LONG_MIN;
  return isLargest ? 'Infinity' : '-Infinity';
}

/** Documents without a point are infinitely far away; the distance is shown as `Infinity`. */
function distanceKey(field: string): SortKey {
  return {
    format: (value) => double(Number(value)),
    parse: (value) =>
      value === null ? Number.POSITIVE_INFINITY : cursorNumber(value, 'double', field),
  };
}

/** The name in error messages of a sort without a field. */
const NO_FIELD = 'null';

function scoreKey(): SortKey {
  return {
    format: (value) => numberOf(value),
    parse: (value) => (value === null ? null : cursorNumber(value, 'float', NO_FIELD)),
    refusesNull: NO_FIELD,
  };
}

function docKey(): SortKey {
  return {
    format: (value) => numberOf(value),
    parse: (value) => (value === null ? null : cursorNumber(value, 'int', NO_FIELD)),
    refusesNull: NO_FIELD,
  };
}

function numberOf(value: SortValue): JsonValue {
  return typeof value === 'number' || typeof value === 'bigint' ? value : null;
}

/**
 * The `search_after` values in the form that the library compares. `isCompared` is false if the
 * search has no hits to compare them with.
 */
export function searchAfterValues(
  plan: SortPlan,
  values: readonly JsonValue[],
  isCompared: boolean,
): SortValue[] {
  const [first] = plan.fields;
  const isByScore = plan.fields.length === 1 && first?.kind === 'score' && !first.reverse;
  if (first === undefined || isByScore) {
    throw new ApiError('illegal_argument_exception', 'Sort must contain at least one field.');
  }
  if (plan.fields.length !== values.length) {
    throw new ApiError(
      'illegal_argument_exception',
      `search_after has ${values.length} value(s) but sort has ${plan.fields.length}.`,
    );
  }
  const parsed = plan.keys.map((key, i) => key.parse(values[i] ?? null));
  if (isCompared) refuseNulls(plan.keys, parsed);
  return parsed;
}

/** As in OpenSearch, an invalid value is reported before the `null` of another one. */
function refuseNulls(keys: readonly SortKey[], parsed: readonly SortValue[]): void {
  const refusing = keys.find(
    ({ refusesNull }, i) => refusesNull !== undefined && parsed[i] === null,
  );
  if (refusing !== undefined) cursorNumber(null, 'double', refusing.refusesNull ?? NO_FIELD);
}
