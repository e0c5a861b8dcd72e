/** Options that several queries have. */
import type { JsonObject } from '@skein/content';
import * as s from '../schema.js';

type Options = Readonly<Record<string, JsonObject>>;

/** The options of every query. */
export const HEADER = { boost: s.number, _name: s.text };

/** The schemas of queries by their names, each with an example. */
export type QuerySchemas = Readonly<Record<string, JsonObject>>;

/** An object of exactly these options, and those of every query. */
export function query(
  options: Options,
  {
    required = [],
    example,
  }: { readonly required?: readonly string[]; readonly example: JsonObject },
): JsonObject {
  return { ...s.closed({ ...options, ...HEADER }, required), examples: [example] };
}

/** One field, whose value is an object of exactly these options. */
export const ofField = (options: Options, example: JsonObject): JsonObject => ({
  ...s.mapOf(s.closed({ ...options, ...HEADER })),
  maxProperties: 1,
  examples: [example],
});

/** One field, whose value is the searched value or an object of exactly these options. */
export const ofFieldOrValue = (options: Options, example: JsonObject): JsonObject => ({
  ...s.mapOf(s.oneOf(s.text, s.number, s.boolean, s.closed({ ...options, ...HEADER }))),
  maxProperties: 1,
  examples: [example],
});

/** These options, and a field whose name is free. */
export const besideField = (
  options: Options,
  field: JsonObject,
  example: JsonObject,
): JsonObject => ({
  type: 'object',
  properties: { ...options, ...HEADER },
  additionalProperties: field,
  examples: [example],
});

export const scalar = s.oneOf(s.text, s.number, s.boolean);
export const textOrInteger = s.oneOf(s.text, s.integer);
export const operator = s.words('and', 'or', 'AND', 'OR');
export const zeroTerms = s.words('none', 'all');
export const ignoreUnmapped = { ignore_unmapped: s.boolean };
export const validation = {
  validation_method: s.words('strict', 'coerce', 'ignore_malformed'),
  ...ignoreUnmapped,
};

/** Edits that still match: a number, or `AUTO` with the lengths from which one and two are. */
export const fuzziness: JsonObject = { ...textOrInteger, examples: ['AUTO', 'AUTO:3,6', 1] };

/** The options that decide which texts a word matches. */
export const FUZZY: Options = {
  fuzziness,
  prefix_length: s.integer,
  max_expansions: s.integer,
  fuzzy_transpositions: s.boolean,
  fuzzy_rewrite: s.text,
};

/** The options of the words of a text. */
export const WORDS: Options = { operator, minimum_should_match: textOrInteger };

/** A point: an object, `lat,lon`, a geohash, WKT, or a list of longitude and latitude. */
export const geoPoint = s.oneOf(
  s.closed({ lat: s.number, lon: s.number }),
  s.closed({ geohash: s.text }),
  s.text,
  s.list(s.number),
);

/** A shape as GeoJSON or WKT. */
export const geoShape = s.oneOf(s.text, s.mapOf(s.anything));
