/**
 * Ranges of numbers, dates and addresses: a value has two bounds, and queries relate it to another
 * range.
 */
import { compareBytes } from '@skein/bytes';
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { checkWords, type DateFormat, parseDateFormat } from '@skein/dates';
import { ApiError } from '@skein/errors';
import {
  describedQuery,
  eitherText,
  encodedRangeQuery,
  type FieldSpec,
  matchNoneQuery,
  type Query,
} from '@skein/search_library';
import { storeValue } from './field_names_spec.js';
import { exactSpec } from './field_spec.js';
import type {
  FieldSink,
  FieldTypeDefinition,
  MappedField,
  QueryContext,
  RangeBounds,
} from './field_type.js';
import { boosted, mappedField, requireIndexed } from './mapped_field.js';
import {
  boostFactor,
  coerce,
  docValuesFlag,
  indexFlag,
  locale,
  localeOf,
  meta,
  storeFlag,
  text,
} from './parameter.js';
import { RANGE_KINDS, type RangeKind } from './range_kind.js';
import type { RangeValues } from './value_kind.js';

const PARAMETERS = [indexFlag, docValuesFlag, storeFlag, coerce, boostFactor, meta];

function rangeType<B>(name: string, kind: RangeKind<B>): FieldTypeDefinition {
  const { defaultFormat } = kind;
  return {
    name,
    parameters:
      defaultFormat === undefined
        ? PARAMETERS
        : [...PARAMETERS, text('format', defaultFormat), locale],
    build: (path, values) => {
      const searchable = values.flag('index') || values.flag('doc_values');
      const spec = exactSpec(path, values, 'ordinal');
      const format =
        defaultFormat === undefined
          ? undefined
          : parseDateFormat(values.text('format') ?? defaultFormat);
      if (format) checkWords(format, localeOf(values));
      const range: RangeField<B> = { kind, spec, format, coerce: values.flag('coerce') };
      const stored = values.flag('store');
      const boost = values.number('boost');
      return mappedField({
        name: path,
        typeName: name,
        spec,
        stored,
        searchable,
        aggregatable: values.flag('doc_values'),
        indexOrder: 'never',
        takesFormat: format !== undefined,
        checkFormat: parseDateFormat,
        shownValues: (value, { format: pattern }) => [shownRange(value, range, pattern)],
        boost,
        values: valuesOf(kind, defaultFormat && (values.text('format') ?? defaultFormat)),
        index: (value, sink) => {
          const bounds = readRange(value, range, sink);
          const [first, last] = checkedBytes(bounds, kind);
          if (stored) storeValue(spec, storedText(bounds, kind), sink);
          if (searchable) sink.add({ kind: 'term', spec, value: Uint8Array.of(...first, ...last) });
        },
        ...rangeQueries(range, boost),
      });
    },
  };
}

export const integerRange = rangeType('integer_range', RANGE_KINDS.integer);
export const longRange = rangeType('long_range', RANGE_KINDS.long);
export const floatRange = rangeType('float_range', RANGE_KINDS.float);
export const doubleRange = rangeType('double_range', RANGE_KINDS.double);
export const dateRange = rangeType('date_range', RANGE_KINDS.date);
export const ipRange = rangeType('ip_range', RANGE_KINDS.ip);

const BOUND_BYTES = 8;

function valuesOf<B>({ number }: RangeKind<B>, pattern: string | undefined): RangeValues {
  if (number === undefined) return { kind: 'range' };
  const boundsOf = (term: Uint8Array) => ({
    lower: number(term),
    upper: number(term.subarray(BOUND_BYTES)),
  });
  return { kind: 'range', boundsOf, ...(pattern === undefined ? {} : { pattern }) };
}

interface RangeField<B> {
  readonly kind: RangeKind<B>;
  readonly spec: FieldSpec;
  readonly format: DateFormat | undefined;
  readonly coerce: boolean;
}

/** Networks and other strings are shown unchanged. */
function shownRange<B>(
  value: JsonValue,
  { kind, format }: RangeField<B>,
  pattern: string | undefined,
): JsonValue {
  if (!isJsonObject(value)) return value;
  const printer = pattern === undefined ? format : parseDateFormat(pattern);
  const bounds = Object.entries(value).map(([key, bound = null]) => [
    key,
    bound === null ? null : kind.shown(bound, { format, printer }),
  ]);
  return Object.fromEntries(bounds);
}

/** The least and the greatest value of a range, and whether its document gave them so. */
interface ReadRange<B> {
  readonly lower: B;
  readonly upper: B;
  /** False if the bound of the document is the value before `lower`. */
  readonly includesLower: boolean;
  /** False if the bound of the document is the value after `upper`. */
  readonly includesUpper: boolean;
}

function readRange<B>(value: JsonValue, field: RangeField<B>, sink: FieldSink): ReadRange<B> {
  const { kind, spec } = field;
  if (typeof value === 'string' && kind.named) {
    const { first, last } = kind.named(value);
    return { lower: first, upper: last, includesLower: true, includesUpper: true };
  }
  if (!isJsonObject(value)) {
    const leaf = spec.name.slice(spec.name.lastIndexOf('.') + 1);
    throw new ApiError(
      'mapper_parsing_exception',
      `error parsing field [${spec.name}], expected an object but got ${leaf}`,
    );
  }
  return readBounds(value, field, sink);
}

/** The bytes of both bounds, which are the term of the range; throws if they are inverted. */
function checkedBytes<B>(
  { lower, upper }: ReadRange<B>,
  kind: RangeKind<B>,
): readonly [first: Uint8Array, last: Uint8Array] {
  const [first, last] = [kind.bytes(lower), kind.bytes(upper)];
  if (compareBytes(first, last) <= 0) return [first, last];
  throw new ApiError(
    'illegal_argument_exception',
    kind.inverted ??
      `min value (${kind.text(lower)}) is greater than max value (${kind.text(upper)})`,
  );
}

/** The form of OpenSearch: `[1 : 5)`; dates are in milliseconds. */
function storedText<B>(
  { lower, upper, includesLower, includesUpper }: ReadRange<B>,
  kind: RangeKind<B>,
): string {
  const from = includesLower ? `[${kind.text(lower)}` : `(${kind.text(kind.previous(lower))}`;
  const to = includesUpper ? `${kind.text(upper)}]` : `${kind.text(kind.next(upper))})`;
  return `${from} : ${to}`;
}

function readBounds<B>(
  json: JsonObject,
  { kind, spec, coerce: coerced, format }: RangeField<B>,
  sink: FieldSink,
): ReadRange<B> {
  let lower = kind.min;
  let upper = kind.max;
  let includesLower = true;
  let includesUpper = true;
  const reading = { coerce: coerced, sink, format };
  for (const [key, value = null] of Object.entries(json)) {
    if (!['gt', 'gte', 'lt', 'lte'].includes(key)) {
      throw new ApiError(
        'mapper_parsing_exception',
        `error parsing field [${spec.name}], with unknown parameter [${key}]`,
      );
    }
    if (value === null) continue;
    const bound = kind.fromDocument(value, reading);
    if (key.startsWith('g')) {
      includesLower = key === 'gte';
      lower = includesLower ? bound : kind.next(bound);
    } else {
      includesUpper = key === 'lte';
      upper = includesUpper ? bound : kind.previous(bound);
    }
  }
  return { lower, upper, includesLower, includesUpper };
}

/** As in OpenSearch, ranges are searched by postings alone. */
function rangeQueries<B>(
  field: RangeField<B>,
  boost: number,
): Pick<MappedField, 'termQuery' | 'rangeQuery'> {
  const rangeQuery = (bounds: RangeBounds, context: QueryContext): Query => {
    requireIndexed(field.spec);
    return boundRange(field, bounds, context);
  };
  return {
    rangeQuery,
    termQuery: (value, context) => {
      const bounds = { lower: value, upper: value, includeLower: true, includeUpper: true };
      return boosted(rangeQuery(bounds, context), boost);
    },
  };
}

function boundRange<B>(
  { kind, spec, format }: RangeField<B>,
  bounds: RangeBounds,
  context: QueryContext,
): Query {
  const used = bounds.format === undefined || !format ? format : parseDateFormat(bounds.format);
  const read = (value: JsonValue, roundUp: boolean): B =>
    kind.fromQuery(value, { context, format: used, timeZone: bounds.timeZone, roundUp });
  const { includeLower, includeUpper } = bounds;
  const given = (value: JsonValue | undefined): value is JsonValue =>
    value !== undefined && value !== null;
  const from = given(bounds.lower) ? read(bounds.lower, !includeLower) : kind.min;
  const to = given(bounds.upper) ? read(bounds.upper, includeUpper) : kind.max;
  if (compareBytes(kind.bytes(from), kind.bytes(to)) > 0) {
    throw new ApiError(
      'illegal_argument_exception',
      `Range query \`from\` value (${kind.text(from)}) is greater than \`to\` value (${kind.text(to)})`,
    );
  }
  const lower = given(bounds.lower) && !includeLower ? kind.next(from) : from;
  const upper = given(bounds.upper) && !includeUpper ? kind.previous(to) : to;
  const [first, last] = [kind.bytes(lower), kind.bytes(upper)];
  const columnText = `BinaryDocValuesRangeQuery(fieldName=,from=${kind.text(lower)},to=${kind.text(upper)})`;
  const either = (query: Query): Query =>
    spec.column === 'none'
      ? query
      : describedQuery(
          () => eitherText(String(query), columnText),
          query,
          () => columnText,
        );
  if (compareBytes(first, last) > 0)
    return either(matchNoneQuery("range didn't intersect anything"));
  return either(
    encodedRangeQuery(spec.name, {
      lower: first,
      upper: last,
      relation: bounds.relation ?? 'intersects',
      text: `[${kind.text(lower)} : ${kind.text(upper)}]`,
      columnText,
    }),
  );
}
