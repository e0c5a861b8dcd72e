/**
 * Resolves `field`, `script`, `missing` and the other options to a source of values at one shard,
 * with the kind of the values and their format.
 */
import { assert } from '@skein/base';
import { doubleText, type JsonValue, stringifyJson } from '@skein/content';
import { parseDateFormat } from '@skein/dates';
import { ApiError } from '@skein/errors';
import {
  type GeoValue,
  type MappedField,
  numberWidth,
  PLAIN_SORT,
  parseGeoValue,
  type RangeValues,
  requireDocValues,
  uninvertingOf,
} from '@skein/mapping';
import type { ColumnMaking } from '@skein/search_library';
import type { AggregationShard } from '../aggregation_shard.js';
import { columnTerms } from './column_terms.js';
import { constantTerm } from './constant_term.js';
import { columnNumbers, NO_SOURCE } from './number_source.js';
import { type NumberValues, withMissingNumber } from './number_values.js';
import { keyOf, scriptNumbers, scriptTerms } from './script_source.js';
import { missingShape, type ShapeValues } from './shape_values.js';
import { readTerm, type TermForm, termForm } from './term_form.js';
import { type TermSource, withMissingTerm } from './term_source.js';
import { RAW, type ValueFormat } from './value_format.js';
import type { ValuesOptions, ValueType } from './values_options.js';
import { histogramNumbers, metricNumbers, type Reads } from './weighted_source.js';

export type Values =
  | NumberValues
  | TermValues
  | RangedValues
  | GeoValues
  | ShapeValues
  | UnmappedValues;

export interface TermValues {
  readonly kind: 'term';
  readonly source: TermSource;
  readonly text: TermForm;
  /** Makes the column of a field that has none. */
  readonly uninverting?: ColumnMaking | undefined;
}

/** Ranges of numbers, dates or addresses. */
export interface RangedValues {
  readonly kind: 'range';
  /** One row per range, whose term holds its bounds. */
  readonly ranges: TermSource;
  readonly of: RangeValues;
  readonly typeName: string;
  readonly format: ValueFormat;
}

export interface GeoValues {
  readonly kind: 'geo';
  readonly field: string;
  readonly missing: GeoValue | undefined;
}

/** The values of a field that the index does not have: no document has one. */
interface UnmappedValues {
  readonly kind: 'unmapped';
  readonly format: ValueFormat;
}

type ValuesKind = Values['kind'];

interface Accepts {
  /** The name of the aggregation's type in error messages. */
  readonly type: string;
  readonly kinds: readonly Exclude<ValuesKind, 'unmapped'>[];
  /** The kind of values that have no field. */
  readonly standard: Exclude<ValuesKind, 'unmapped'> | 'date';
  /** See `ColumnTermsOptions`. */
  readonly asksGlobal?: boolean;
  /** The use of numbers that stand for several values, which are refused if it is absent. */
  readonly reads?: Reads;
  /**
   * True if a script beside a field of whole numbers gets them as longs. As in OpenSearch, this
   * holds for the aggregations that read instants; all others give scripts doubles.
   */
  readonly scriptsGetLongs?: true;
  /** True if a text that a script gives several times for a document counts each time. */
  readonly countsRepeats?: true;
}

export function resolveValues(
  options: ValuesOptions,
  shard: AggregationShard,
  accepts: Accepts,
): Values {
  const mapped = options.field === undefined ? undefined : shard.mapping.field(options.field);
  const weighted = mapped && weightedValues(mapped, options, accepts);
  if (weighted !== undefined) return weighted;
  if (mapped) checkShown(mapped, options);
  if (mapped?.values.kind === 'term' && !accepts.kinds.includes('term')) {
    if (options.format !== undefined && !mapped.isText) refuseFormat(mapped);
    refuseMapped(mapped, options, accepts);
  }
  const values = mapped
    ? mappedValues(mapped, { options, shard, accepts })
    : unmappedValues(options, shard, accepts);
  if (values.kind !== 'unmapped' && !accepts.kinds.includes(values.kind)) {
    if (mapped) refuseMapped(mapped, options, accepts);
    throw new ApiError(
      'illegal_argument_exception',
      `ValuesSource type [${values.kind === 'term' ? 'BYTES' : 'NUMERIC'}] is not supported for aggregation [${accepts.type}]`,
    );
  }
  return values;
}

/**
 * The numbers of a field whose values stand for several; `undefined` if each value of the field
 * stands for itself.
 */
function weightedValues(
  field: MappedField,
  options: ValuesOptions,
  accepts: Accepts,
): NumberValues | undefined {
  const { values, spec } = field;
  const metrics = values.kind === 'number' ? values.metrics : undefined;
  if (values.kind !== 'distribution' && metrics === undefined) return undefined;
  const { reads } = accepts;
  const isRead = reads !== undefined && (metrics === undefined || reads !== 'values');
  if (!isRead) refuse(field, accepts);
  if (options.script !== undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      `value source of type [${field.typeName}] is not supported by scripts`,
    );
  }
  if (options.missing !== undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      `Can't apply missing values on a value source of type [${field.typeName}]`,
    );
  }
  if (metrics === undefined && options.format !== undefined) refuseFormat(field);
  const source =
    metrics === undefined || reads === 'values'
      ? histogramNumbers(spec.name, reads)
      : metricNumbers(metrics, reads);
  const format = metrics === undefined ? RAW : numberFormat(field, options);
  return { kind: 'number', source, numbers: 'double', format };
}

/**
 * Refuses a `format` or `time_zone` that the kind of the field cannot have. It is checked before
 * anything else.
 */
function checkShown(field: MappedField, { format, timeZone }: ValuesOptions): void {
  const { name, typeName, values } = field;
  if (format !== undefined && FORMATLESS.has(values.kind)) refuseFormat(field);
  if (timeZone === undefined || !ZONELESS.has(values.kind)) return;
  throw new ApiError(
    'illegal_argument_exception',
    `Field [${name}] of type [${typeName}] does not support custom time zones`,
  );
}

const FORMATLESS: ReadonlySet<MappedField['values']['kind']> = new Set([
  'truth',
  'address',
  'version',
  'point',
  'shape',
  'plane',
]);

const ZONELESS: ReadonlySet<MappedField['values']['kind']> = new Set([
  'number',
  'truth',
  'term',
  'address',
  'version',
  'constant',
  'point',
  'shape',
  'plane',
]);

/** Refuses a field, or a script over a field, since the kind of the script's values is unknown. */
function refuseMapped(field: MappedField, { script }: ValuesOptions, accepts: Accepts): never {
  if (script === undefined) refuse(field, accepts);
  throw new ApiError(
    'illegal_argument_exception',
    `Script yielding [unknown type] is not supported for aggregation [${accepts.type}]`,
  );
}

export function refuse({ name, typeName }: MappedField, { type }: Pick<Accepts, 'type'>): never {
  throw new ApiError(
    'illegal_argument_exception',
    `Field [${name}] of type [${typeName}] is not supported for aggregation [${type}]`,
  );
}

/** Resolves values that must be numbers, not dates or booleans. */
export function resolvePlainNumbers(
  options: ValuesOptions,
  shard: AggregationShard,
  type: string,
): NumberValues {
  const values = resolveNumbers(options, shard, type);
  const field = options.field === undefined ? undefined : shard.mapping.field(options.field);
  if (field && !isPlain(field)) refuse(field, { type });
  return values;
}

function isPlain({ values: { kind } }: MappedField): boolean {
  return kind !== 'instant' && kind !== 'truth';
}

/** Resolves values that are numbers, or an unmapped field. */
export function resolveNumbers(
  options: ValuesOptions,
  shard: AggregationShard,
  type: string,
  reads?: Reads,
): NumberValues {
  const accepts = { type, kinds: ['number'], standard: 'number' } as const;
  return numbersOrNone(resolveValues(options, shard, { ...accepts, ...(reads && { reads }) }));
}

/** Resolves values that are numbers or ranges, or an unmapped field. */
export function resolveRanged(
  options: ValuesOptions,
  shard: AggregationShard,
  type: string,
  reads?: Reads,
): NumberValues | RangedValues {
  const accepts = { type, kinds: ['number', 'range'], standard: 'number' } as const;
  const values = resolveValues(options, shard, { ...accepts, ...(reads && { reads }) });
  return values.kind === 'range' ? values : numbersOrNone(values);
}

function numbersOrNone(values: Values): NumberValues {
  if (values.kind === 'number') return values;
  assert(values.kind === 'unmapped', 'no other kind of values is accepted');
  return { kind: 'number', source: NO_SOURCE, numbers: 'double', format: values.format };
}

/**
 * Refuses a field whose values cannot be read, for the reasons for which sorting by it is refused.
 */
function checkReadable(field: MappedField): void {
  const { column } = field.spec;
  const { kind } = field.values;
  if (column === 'geo' || column === 'shape') {
    requireDocValues(field);
    return;
  }
  if (kind === 'constant' || (kind === 'range' && column !== 'none')) return;
  field.sortField(PLAIN_SORT);
}

interface Mapped extends Asked {
  readonly accepts: Accepts;
}

function mappedValues(field: MappedField, asked: Mapped): Values {
  const { options, shard } = asked;
  checkReadable(field);
  const { column } = field.spec;
  if (column === 'geo') return geoValues(field.spec.name, options);
  if (column === 'shape') return shapeValues(field.spec.name, options);
  if (column === 'long' || column === 'double') return numberValues(field, asked);
  if (field.values.kind === 'range') return rangedValues(field, field.values, { options, shard });
  return termValues(field, asked);
}

/**
 * The points of a field. OpenSearch reads a `missing` that is a number or a boolean as a geohash,
 * like any text: `true` is a geohash, but `false` has a letter that no geohash has.
 */
function geoValues(field: string, { missing }: ValuesOptions): GeoValues {
  const text = typeof missing === 'number' ? doubleText(missing).replace(/\.0$/, '') : missing;
  const given = typeof text === 'boolean' ? String(text) : text;
  const instead = given === undefined ? undefined : parseGeoValue(given);
  return { kind: 'geo', field, missing: instead };
}

function shapeValues(field: string, { missing }: ValuesOptions): ShapeValues {
  return { kind: 'shape', field, missing: missing === undefined ? missing : missingShape(missing) };
}

interface Asked {
  readonly options: ValuesOptions;
  readonly shard: AggregationShard;
}

function rangedValues(
  field: MappedField,
  of: RangeValues,
  { options, shard }: Asked,
): RangedValues {
  const { missing, script, format, timeZone } = options;
  const pattern = of.pattern === undefined ? undefined : (format ?? of.pattern);
  if (pattern === undefined && format !== undefined) refuseFormat(field);
  if (pattern !== undefined) parseDateFormat(pattern);
  if (missing !== undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      "Can't apply missing values on a class org.opensearch.search.aggregations.support.ValuesSource$Range",
    );
  }
  if (script !== undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      `Field [${field.name}] of type [${field.typeName}] does not support scripts`,
    );
  }
  return {
    kind: 'range',
    ranges: columnTerms(field.spec.name, shard.searcher.segments),
    of,
    typeName: field.typeName,
    format: pattern === undefined ? RAW : { kind: 'date', pattern, timeZone },
  };
}

function numberValues(field: MappedField, { options, shard, accepts }: Mapped): NumberValues {
  const { script, missing } = options;
  const format = numberFormat(field, options);
  const isNanos = field.values.kind === 'instant' && field.values.perMs !== 1;
  const factor = field.values.kind === 'number' ? field.values.step : 1;
  const { segments } = shard.searcher;
  const isWhole = field.spec.column === 'long' && factor === 1;
  const unsigned = numberWidth(field.values) === 'unsigned_long';
  const longs = isWhole ? (unsigned ? 'unsigned' : 'signed') : 'none';
  let source = columnNumbers(field.spec.name, { factor, isNanos, longs }, segments);
  if (script) {
    const getsLongs = isWhole && accepts.scriptsGetLongs === true;
    source = scriptNumbers(shard.valueScript(script, 'number'), { source, getsLongs });
  }
  const numbers = isWhole && !script ? (unsigned ? 'unsigned_long' : 'long') : 'double';
  return withMissingNumber({ kind: 'number', source, numbers, format }, missing, shard);
}

export const DEFAULT_DATE_FORMAT = 'strict_date_optional_time||epoch_millis';

function numberFormat(field: MappedField, { format, timeZone }: ValuesOptions): ValueFormat {
  if (field.values.kind === 'instant') {
    const pattern = format ?? field.values.pattern;
    parseDateFormat(pattern);
    return { kind: 'date', pattern, timeZone };
  }
  if (field.values.kind === 'truth') {
    if (format !== undefined) refuseFormat(field);
    return { kind: 'boolean' };
  }
  if (field.values.kind === 'number' && field.values.width === 'unsigned_long') {
    return { kind: 'unsigned', pattern: format };
  }
  return format === undefined ? RAW : { kind: 'decimal', pattern: format };
}

function refuseFormat({ name, typeName }: MappedField): never {
  throw new ApiError(
    'illegal_argument_exception',
    `Field [${name}] of type [${typeName}] does not support custom formats`,
  );
}

function termValues(
  field: MappedField,
  { options: { script, missing, format }, shard, accepts }: Mapped,
): TermValues {
  if (format !== undefined) refuseFormat(field);
  const text = termForm(field);
  const uninverting = uninvertingOf(field.values);
  const how = { uninverting, asksGlobal: accepts.asksGlobal === true };
  let source =
    field.values.kind === 'constant'
      ? constantTerm(keyOf(field.values.term(shard.indexName)))
      : columnTerms(field.spec.name, shard.searcher.segments, how);
  if (script) {
    const countsRepeats = accepts.countsRepeats === true;
    source = scriptTerms(shard.valueScript(script, 'text'), { of: source, countsRepeats });
  }
  if (missing !== undefined) source = withMissingTerm(source, missingKey(missing, text));
  return { kind: 'term', source, text: script ? 'text' : text, uninverting };
}

function missingKey(missing: JsonValue, text: TermValues['text']): string {
  const given = typeof missing === 'string' ? missing : scalarText(missing);
  return readTerm(given, text);
}

function scalarText(value: JsonValue): string {
  if (typeof value === 'number' && !Number.isInteger(value)) return doubleText(value);
  return stringifyJson(value);
}

/** The values of a script alone, or of a field that the index does not have. */
function unmappedValues(
  options: ValuesOptions,
  shard: AggregationShard,
  { standard, countsRepeats: repeats }: Accepts,
): Values {
  const { script, missing, valueType, field } = options;
  const format = formatOf(options, standard);
  const kind = valueType === undefined ? standard : kindOf(valueType);
  if (script && field === undefined) {
    const run = shard.valueScript(script, kind === 'term' ? 'texts' : 'numbers');
    if (kind === 'term') {
      const plain = scriptTerms(run, { countsRepeats: repeats === true });
      const source =
        missing === undefined ? plain : withMissingTerm(plain, missingKey(missing, 'text'));
      return { kind: 'term', source, text: 'text' };
    }
    const source = scriptNumbers(run, undefined);
    const plain = { kind: 'number', source, numbers: wholeness(valueType), format } as const;
    return withMissingNumber(plain, missing, shard);
  }
  if (missing === undefined) return { kind: 'unmapped', format };
  if (kind === 'term') {
    const text = valueType === 'ip' ? 'ip' : 'text';
    return { kind: 'term', source: constantTerm(missingKey(missing, text)), text };
  }
  if (kind === 'geo') return geoValues(field ?? '', options);
  const numbers = wholeness(valueType ?? (standard === 'date' ? 'date' : 'double'));
  return withMissingNumber({ kind: 'number', source: NO_SOURCE, numbers, format }, missing, shard);
}

function kindOf(valueType: ValueType): Accepts['standard'] {
  if (valueType === 'string' || valueType === 'ip') return 'term';
  return valueType === 'date' ? 'date' : 'number';
}

function wholeness(valueType: ValueType | undefined): NumberValues['numbers'] {
  if (valueType === 'unsigned_long') return 'unsigned_long';
  return valueType === 'long' || valueType === 'date' || valueType === 'boolean'
    ? 'long'
    : 'double';
}

function formatOf(
  { valueType, format, timeZone }: ValuesOptions,
  standard: Accepts['standard'],
): ValueFormat {
  if (valueType === 'boolean') return { kind: 'boolean' };
  if (valueType === 'date' || (valueType === undefined && standard === 'date')) {
    return { kind: 'date', pattern: format ?? DEFAULT_DATE_FORMAT, timeZone };
  }
  return format === undefined ? RAW : { kind: 'decimal', pattern: format };
}
