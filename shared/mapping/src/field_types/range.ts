/** Ranges of numbers, dates and addresses: a value has two bounds, and queries ask how it lies to another range. */
import { compareBytes } from '@skein/bytes';
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { type DateFormat, parseDateFormat } from '@skein/dates';
import { ApiError } from '@skein/errors';
import {
  encodedRangeQuery,
  type FieldSpec,
  matchNoneQuery,
  type Query,
} from '@skein/search_library';
import { storeValue } from './field_names_spec.js';
import type {
  FieldSink,
  FieldTypeDefinition,
  MappedField,
  QueryContext,
  RangeBounds,
} from './field_type.js';
import { parseCidr } from './ip_address.js';
import { mappedField } from './mapped_field.js';
import {
  boostFactor,
  coerce,
  docValuesFlag,
  indexFlag,
  meta,
  storeFlag,
  text,
} from './parameter.js';
import { RANGE_KINDS, type RangeKind } from './range_kind.js';

const PARAMETERS = [indexFlag, docValuesFlag, storeFlag, coerce, boostFactor, meta];
const DEFAULT_DATE_FORMAT = 'strict_date_optional_time||epoch_millis';

function rangeType<B>(kind: RangeKind<B>): FieldTypeDefinition {
  const isDate = kind.name === 'date_range';
  return {
    name: kind.name,
    parameters: isDate
      ? [...PARAMETERS, text('format', DEFAULT_DATE_FORMAT), text('locale', '')]
      : PARAMETERS,
    build: (path, values) => {
      const searchable = values.flag('index') || values.flag('doc_values');
      const spec: FieldSpec = {
        name: path,
        postings: searchable ? 'docs' : 'none',
        norms: false,
        column: 'none',
        points: false,
      };
      const format = isDate
        ? parseDateFormat(values.text('format') ?? DEFAULT_DATE_FORMAT)
        : undefined;
      const range: RangeField<B> = { kind, spec, format, coerce: values.flag('coerce') };
      const stored = values.flag('store');
      return mappedField({
        name: path,
        typeName: kind.name,
        spec,
        stored,
        searchable,
        aggregatable: values.flag('doc_values'),
        boost: values.number('boost'),
        index: (value, sink) => {
          const bounds = readRange(value, range, sink);
          if (stored) storeValue(spec, value, sink);
          if (searchable) sink.add({ kind: 'term', spec, value: bounds });
        },
        ...rangeQueries(range),
      });
    },
  };
}

export const integerRange = rangeType(RANGE_KINDS.integer);
export const longRange = rangeType(RANGE_KINDS.long);
export const floatRange = rangeType(RANGE_KINDS.float);
export const doubleRange = rangeType(RANGE_KINDS.double);
export const dateRange = rangeType(RANGE_KINDS.date);
export const ipRange = rangeType(RANGE_KINDS.ip);

interface RangeField<B> {
  readonly kind: RangeKind<B>;
  readonly spec: FieldSpec;
  readonly format: DateFormat | undefined;
  readonly coerce: boolean;
}

/** The term of a range: its lower bound, then its upper one. */
function readRange<B>(value: JsonValue, field: RangeField<B>, sink: FieldSink): Uint8Array {
  const { kind, spec } = field;
  if (typeof value === 'string' && kind.name === 'ip_range') return networkTerm(value);
  if (!isJsonObject(value)) {
    const leaf = spec.name.slice(spec.name.lastIndexOf('.') + 1);
    throw new ApiError(
      'mapper_parsing_exception',
      `error parsing field [${spec.name}], expected an object but got ${leaf}`,
    );
  }
  const { lower, upper } = readBounds(value, field, sink);
  const [first, last] = [kind.bytes(lower), kind.bytes(upper)];
  if (compareBytes(first, last) > 0) {
    throw new ApiError(
      'illegal_argument_exception',
      kind.name === 'ip_range'
        ? 'min value cannot be greater than max value for InetAddressRange field'
        : `min value (${kind.text(lower)}) is greater than max value (${kind.text(upper)})`,
    );
  }
  return Uint8Array.of(...first, ...last);
}

function networkTerm(text: string): Uint8Array {
  if (!text.includes('/')) {
    throw new ApiError('illegal_argument_exception', `Expected [ip/prefix] but was [${text}]`);
  }
  const { first, last } = parseCidr(text);
  return Uint8Array.of(...first, ...last);
}

function readBounds<B>(
  json: JsonObject,
  { kind, spec, coerce: coerced, format }: RangeField<B>,
  sink: FieldSink,
): { readonly lower: B; readonly upper: B } {
  let lower = kind.min;
  let upper = kind.max;
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
    if (key === 'gt') lower = kind.next(bound);
    else if (key === 'gte') lower = bound;
    else upper = key === 'lt' ? kind.previous(bound) : bound;
  }
  return { lower, upper };
}

function rangeQueries<B>(field: RangeField<B>): Pick<MappedField, 'termQuery' | 'rangeQuery'> {
  const rangeQuery = (bounds: RangeBounds, context: QueryContext): Query =>
    boundRange(field, bounds, context);
  return {
    rangeQuery,
    termQuery: (value, context) =>
      rangeQuery({ lower: value, upper: value, includeLower: true, includeUpper: true }, context),
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
  if (compareBytes(first, last) > 0) return matchNoneQuery(`range of [${spec.name}] is empty`);
  return encodedRangeQuery(spec.name, {
    lower: first,
    upper: last,
    relation: bounds.relation ?? 'intersects',
    text: `[${kind.text(lower)} : ${kind.text(upper)}]`,
    columnText: `BinaryDocValuesRangeQuery(fieldName=,from=${kind.text(lower)},to=${kind.text(upper)})`,
  });
}
