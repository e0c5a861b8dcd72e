/**
 * The variables of expressions: numbers of a field, read from its column by document. Documents
 * without a value have 0.
 */

import { isKeyOf } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import {
  type DocRows,
  gatherNumbers,
  type NumberColumn,
  type SegmentReader,
} from '@skein/search_library';
import { type CivilFields, civilFields } from './civil_fields.js';

/**
 * Opens a segment and returns a function that writes the numbers of documents to their positions.
 */
export type NumberReader = (
  segment: SegmentReader,
) => (rows: DocRows, values: Float64Array) => void;

/**
 * Throws `parse_exception` or `illegal_argument_exception` if no field of the type has the member.
 */
export function fieldVariable(field: MappedField, members: readonly string[]): NumberReader {
  const member = members.at(-1) ?? 'value';
  const isOfDate = members.length > 1;
  const found = variableOf(field, member, isOfDate);
  if (found !== undefined) return found;
  throw noMember(field, member, isOfDate);
}

/** As in OpenSearch, `date` before the member makes a difference to dates only. */
function variableOf(
  field: MappedField,
  member: string,
  isOfDate: boolean,
): NumberReader | undefined {
  if (field.spec.column === 'geo') return geoVariable(field, member);
  if (!isNumeric(field)) {
    const words = `Field [${field.name}] must be numeric, date, or geopoint`;
    throw new ApiError('parse_exception', words);
  }
  if (field.values.kind !== 'instant') return aggregate(field, member);
  if (isOfDate) {
    const name = dateMember(member);
    return name && dateReader(field, (fields) => fields[name]);
  }
  const read = Object.hasOwn(CALENDAR, member) ? CALENDAR[member] : undefined;
  return read ? dateReader(field, read) : aggregate(field, member);
}

function isNumeric({ spec }: MappedField): boolean {
  return spec.column === 'long' || spec.column === 'double';
}

type Reduce = (values: readonly number[]) => number;

/**
 * Functions of ascending values. There is at least one value, except for functions that handle
 * none.
 */
const AGGREGATES: Readonly<Record<string, Reduce>> = {
  value: first,
  'getValue()': first,
  'min()': first,
  'max()': (values) => values.at(-1) ?? 0,
  'sum()': sum,
  'avg()': (values) => (values.length === 0 ? 0 : sum(values) / values.length),
  'median()': median,
  'count()': count,
  'size()': count,
  length: count,
  empty: isEmpty,
  'isEmpty()': isEmpty,
};

function first([value = 0]: readonly number[]): number {
  return value;
}

function count({ length }: readonly number[]): number {
  return length;
}

function isEmpty({ length }: readonly number[]): number {
  return length === 0 ? 1 : 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function median(values: readonly number[]): number {
  const middle = values.length >> 1;
  const high = values[middle] ?? 0;
  return values.length % 2 === 1 ? high : ((values[middle - 1] ?? 0) + high) / 2;
}

function aggregate(field: MappedField, member: string): NumberReader | undefined {
  const reduce = Object.hasOwn(AGGREGATES, member) ? AGGREGATES[member] : undefined;
  if (reduce === undefined) return undefined;
  const scale = scaleOf(field);
  return (segment) => {
    const column = segment.numbers(field.spec.name);
    if (column === undefined) return each(() => reduce([]));
    if (reduce === first) {
      if (scale === undefined) return firstOrZero(column);
      return each((doc) => (column.has(doc) ? scale(column.value(doc, 0)) : 0));
    }
    return each((doc) => {
      const count = column.has(doc) ? column.valueCount(doc) : 0;
      return reduce(Array.from({ length: count }, (_, i) => scaled(column.value(doc, i), scale)));
    });
  };
}

function each(read: (doc: number) => number): ReturnType<NumberReader> {
  return ({ docs, from, to }, values) => {
    for (let i = from; i < to; i++) values[i] = read(docs[i] ?? 0);
  };
}

function firstOrZero(column: NumberColumn): ReturnType<NumberReader> {
  let present = new Uint8Array(0);
  return (rows, values) => {
    if (present.length < rows.docs.length) present = new Uint8Array(rows.docs.length);
    gatherNumbers(column, rows, { values, present });
    for (let i = rows.from; i < rows.to; i++) if (present[i] === 0) values[i] = 0;
  };
}

/**
 * Converts column values: scaled floats are stored as longs, nanoseconds become milliseconds; other
 * values are unchanged.
 */
function scaleOf({ values }: MappedField): ((value: number) => number) | undefined {
  if (values.kind === 'instant') {
    const { perMs } = values;
    return perMs === 1 ? undefined : (value) => Math.floor(value / perMs);
  }
  if (values.kind !== 'number' || values.step === 1) return undefined;
  const { step } = values;
  return (value) => value * step;
}

function scaled(value: number, scale: ((value: number) => number) | undefined): number {
  return scale === undefined ? value : scale(value);
}

/** The members of `doc['d'].getYear()` and similar; months start at 0, as in Java's Calendar. */
const CALENDAR: Readonly<Record<string, (fields: CivilFields) => number>> = {
  'getYear()': ({ year }) => year,
  'getMonth()': ({ monthOfYear }) => monthOfYear - 1,
  'getDayOfMonth()': ({ dayOfMonth }) => dayOfMonth,
  'getHourOfDay()': ({ hourOfDay }) => hourOfDay,
  'getMinutes()': ({ minuteOfHour }) => minuteOfHour,
  'getSeconds()': ({ secondOfMinute }) => secondOfMinute,
};

/** Maps both `year` and `getYear()` to the same field. */
function dateMember(inner: string): keyof CivilFields | undefined {
  const [, capital = '', rest = ''] = /^get([A-Z])(\w*)\(\)$/.exec(inner) ?? [];
  const name = capital === '' ? inner : `${capital.toLowerCase()}${rest}`;
  return isKeyOf(civilFields(0), name) ? name : undefined;
}

function dateReader(field: MappedField, read: (fields: CivilFields) => number): NumberReader {
  const scale = scaleOf(field);
  return (segment) => {
    const column = segment.numbers(field.spec.name);
    return each((doc) =>
      column?.has(doc) ? read(civilFields(scaled(column.value(doc, 0), scale))) : 0,
    );
  };
}

const GEO_MEMBERS: ReadonlyMap<string, 'lat' | 'lon' | 'empty'> = new Map([
  ['lat', 'lat'],
  ['getLat()', 'lat'],
  ['lon', 'lon'],
  ['getLon()', 'lon'],
  ['empty', 'empty'],
  ['isEmpty()', 'empty'],
]);

function geoVariable(field: MappedField, member: string): NumberReader | undefined {
  const part = GEO_MEMBERS.get(member);
  if (part === undefined) return undefined;
  return (segment) => {
    const column = segment.geo(field.spec.name);
    return each((doc) => {
      const has = column?.has(doc) ?? false;
      if (part === 'empty') return has ? 0 : 1;
      if (column === undefined || !has) return 0;
      return part === 'lat' ? column.lat(doc, 0) : column.lon(doc, 0);
    });
  };
}

function noMember(field: MappedField, name: string, isOfDate: boolean): ApiError {
  const isDate = field.values.kind === 'instant';
  const kind = field.spec.column === 'geo' ? 'geo' : isDate ? 'date' : 'numeric';
  const of =
    isDate && isOfDate ? `date object on field [${field.name}]` : `${kind} field [${field.name}]`;
  const what = name.endsWith('()') ? 'method' : 'variable';
  const words = `Member ${what} [${name.replace('()', '')}] does not exist for ${of}.`;
  return new ApiError('illegal_argument_exception', words);
}
