/**
 * Guesses a type for each field of some documents. The types are shown and can be changed before
 * anything is indexed.
 */
import { isList, isObject, type Json } from '../json/exact_json.js';
import type { ReadDocument } from './read_documents.js';

export const FIELD_TYPES = [
  'keyword',
  'text',
  'long',
  'double',
  'boolean',
  'date',
  'ip',
  'geo_point',
  'object',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export interface GuessedField {
  readonly name: string;
  readonly type: FieldType;
  /** A value as it stands in the file. */
  readonly example: string;
}

/** The most documents that are examined. */
const SAMPLE_SIZE = 1_000;
/** Longer values are texts, as are mostly different values of several words. */
const LONGEST_KEYWORD = 60;

export function guessTypes(documents: readonly ReadDocument[]): readonly GuessedField[] {
  const values = new Map<string, Json[]>();
  for (const { source } of documents.slice(0, SAMPLE_SIZE)) {
    for (const [name, value] of Object.entries(source)) {
      if (value === null) continue;
      const known = values.get(name) ?? [];
      // Nulls in a list are no values, and a list may be too long to be spread.
      for (const one of isList(value) ? value : [value]) if (one !== null) known.push(one);
      values.set(name, known);
    }
  }
  return [...values].map(([name, all]) => ({
    name,
    type: typeOf(all),
    example: isObject(all[0]) ? '{ … }' : String(all[0] ?? ''),
  }));
}

function typeOf(values: readonly Json[]): FieldType {
  if (values.some((value) => isObject(value))) {
    return values.every(isPoint) ? 'geo_point' : 'object';
  }
  const texts = values.map(String);
  const every = (pattern: RegExp) => texts.length > 0 && texts.every((text) => pattern.test(text));
  if (every(/^(?:true|false)$/)) return 'boolean';
  // A number that begins with 0 is a code, such as a postal code or an article number.
  if (every(/^-?(?:0|[1-9]\d{0,17})$/)) return 'long';
  if (every(/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/)) return 'double';
  if (every(DATE)) return 'date';
  if (every(IP_V4)) return 'ip';
  return isText(texts) ? 'text' : 'keyword';
}

/** A date without or with a time, whose parts can be those of a date. */
const DATE =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const IP_V4 = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

function isPoint(value: Json): boolean {
  return isObject(value) && Object.keys(value).sort().join() === 'lat,lon';
}

function isText(texts: readonly string[]): boolean {
  if (texts.some((text) => text.length > LONGEST_KEYWORD)) return true;
  const ofWords = texts.filter((text) => text.trim().split(/\s+/).length > 3);
  return ofWords.length > texts.length / 2 && new Set(texts).size > texts.length / 2;
}

/** The mappings of an index; each text field gets a keyword sub-field for counting. */
export function mappingsOf(fields: readonly GuessedField[]): Json {
  const keyword = { type: 'keyword', ignore_above: 256 };
  const properties = fields.map(({ name, type }) => {
    if (type === 'text') return [name, { type, fields: { keyword } }] as const;
    return [name, { type }] as const;
  });
  return { properties: Object.fromEntries(properties) };
}

/** Converts the text cells of a table to numbers and booleans where the field's type is one. */
export function typedSource(
  source: ReadDocument['source'],
  types: ReadonlyMap<string, FieldType>,
): Json {
  return Object.fromEntries(
    Object.entries(source).map(([name, value]) => [name, typedValue(value, types.get(name))]),
  );
}

function typedValue(value: Json, type: FieldType | undefined): Json {
  if (typeof value !== 'string') return value;
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  if (type === 'long' && /^-?\d+$/.test(value)) {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : BigInt(value);
  }
  if (type === 'double' && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value);
  return value;
}
