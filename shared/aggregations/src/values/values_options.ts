/**
 * The options `field`, `script`, `missing`, `value_type`, `format` and `time_zone`, by which nearly
 * all aggregations choose their values.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { parseTimeZone } from '@skein/dates';
import { ApiError } from '@skein/errors';
import {
  type Draft,
  type FieldReader,
  type FieldReaders,
  into,
  readFields,
  textOf,
} from '@skein/reading';
import { parseScript, type ScriptReference } from '@skein/script';
import type { ParseContext } from '../aggregation_type.js';

export interface ValuesOptions {
  readonly field: string | undefined;
  readonly script: ScriptReference | undefined;
  readonly missing: JsonValue | undefined;
  readonly valueType: ValueType | undefined;
  readonly format: string | undefined;
  readonly timeZone: string | undefined;
}

/** The options of a type that are not those of its values. */
export type OwnOptions<T extends ValuesOptions> = Omit<T, keyof ValuesOptions>;

export type ValueType = 'string' | 'long' | 'double' | 'date' | 'boolean' | 'ip' | 'unsigned_long';

const VALUE_TYPES: ReadonlyMap<string, ValueType> = new Map([
  ['string', 'string'],
  ['byte', 'long'],
  ['short', 'long'],
  ['integer', 'long'],
  ['long', 'long'],
  ['unsigned_long', 'unsigned_long'],
  ['float', 'double'],
  ['double', 'double'],
  ['number', 'double'],
  ['numeric', 'double'],
  ['date', 'date'],
  ['boolean', 'boolean'],
  ['ip', 'ip'],
]);

interface ReadableOptions {
  /** The readers of the aggregation's own options. */
  readonly own?: FieldReaders;
  /** False if the type takes no scripts; likewise `formats` and `timeZones` below. */
  readonly scripts?: boolean;
  /** True if OpenSearch knows the option `script` but it does nothing or fails. */
  readonly namesScript?: boolean;
  readonly formats?: boolean;
  readonly timeZones?: boolean;
  /** True if `field` or `script` is required. */
  readonly required?: boolean;
  /** See `ObjectReading.isOpen`. */
  readonly isOpen?: boolean;
}

/** Reads the options of an aggregation over values, its own ones by their readers. */
export function readValues(
  json: JsonObject,
  context: ParseContext,
  takes: ReadableOptions = {},
): ValuesOptions {
  const draft: Draft<ValuesOptions> = {
    field: undefined,
    script: undefined,
    missing: undefined,
    valueType: undefined,
    format: undefined,
    timeZone: undefined,
  };
  const { scripts = true, formats = true, timeZones = false, required = true } = takes;
  const readers: FieldReaders = {
    field: into(draft, 'field', 'string', textOf),
    missing: into(draft, 'missing', 'value', (value) => value ?? undefined),
    value_type: into(draft, 'valueType', 'string', (value) => valueTypeOf(textOf(value))),
    valueType: into(draft, 'valueType', 'string', (value) => valueTypeOf(textOf(value))),
    ...(formats ? { format: into(draft, 'format', 'string', textOf) } : {}),
    ...(scripts ? { script: scriptReader(draft, context) } : {}),
    ...(timeZones ? { time_zone: into(draft, 'timeZone', 'number', zoneOf) } : {}),
    ...takes.own,
  };
  const { isOpen = false } = takes;
  readFields(json, readers, { name: context.type, locate: context.locate, isOpen });
  if (required && draft.field === undefined && draft.script === undefined) {
    const names = scripts || takes.namesScript === true ? 'field, script' : 'field';
    throw new ApiError(
      'illegal_argument_exception',
      `Required one of fields [${names}], but none were specified. `,
    );
  }
  return draft;
}

/**
 * Reads one of several fields of an aggregation. `alone`: a script is refused beside the field.
 * OpenSearch accepts both in `multi_terms`, and only one of them in `weighted_avg`.
 */
export function readField(
  json: JsonValue,
  context: ParseContext,
  { alone = false, ...takes }: Pick<ReadableOptions, 'formats'> & { alone?: boolean } = {},
): ValuesOptions {
  const inside = { ...context, type: 'field_config' };
  const given = isJsonObject(json) ? json : {};
  const read = readValues(given, inside, { ...takes, required: false });
  const [hasField, hasScript] = [read.field !== undefined, read.script !== undefined];
  if (hasField !== hasScript || (hasField && !alone)) return read;
  throw new ApiError(
    'illegal_argument_exception',
    `[field] and [script] cannot both be ${hasField ? 'configured' : 'null'}.  Please specify one or the other.`,
  );
}

function scriptReader(
  draft: { script: ScriptReference | undefined },
  context: ParseContext,
): FieldReader {
  return into(draft, 'script', 'object_or_string', (value) => readScript(value, context));
}

export function readScript(json: JsonValue, { locate }: ParseContext): ScriptReference {
  return parseScript(json, {
    place: (at) => {
      const location = locate(at);
      return location ? `[${location.line}:${location.column}] ` : '';
    },
  });
}

export function valueTypeOf(name: string): ValueType {
  const found = VALUE_TYPES.get(name);
  if (found !== undefined) return found;
  throw new ApiError(
    'illegal_argument_exception',
    `No enum constant org.opensearch.search.aggregations.support.ValueType.${name.toUpperCase()}`,
  );
}

/** The id of a time zone, which may be given as a number of whole hours from UTC. */
export function zoneOf(json: JsonValue): string {
  if (typeof json === 'number') {
    const hours = Math.trunc(json);
    return parseTimeZone(`${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`)
      .id;
  }
  const text = textOf(json);
  parseTimeZone(text);
  return text;
}
