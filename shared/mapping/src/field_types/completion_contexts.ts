/**
 * `contexts` of a completion field. A context is a category or a place; in keys it precedes the
 * words of the input, after the number of its definition.
 */
import { utf8Decode } from '@skein/bytes';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import type { IndexedField } from '@skein/search_library';
import { metersOf } from '../geo_shape/distance_unit.js';
import { javaText } from '../tree/java_text.js';
import type { MappedField } from './field_type.js';
import { parseGeoValue } from './geo_value.js';
import { geohashLengthFor, geohashOf, MAX_GEOHASH_LENGTH } from './geohash.js';
import type { Parameter } from './parameter.js';
import { valueToken } from './value_token.js';

export interface CompletionContext {
  readonly name: string;
  readonly type: 'CATEGORY' | 'GEO';
  /** Another field of the document whose values are contexts too. */
  readonly path: string | undefined;
  /** For `GEO`: number of geohash characters. */
  readonly precision: number;
}

const DEFAULT_PRECISION = 6;

export const contextsParameter: Parameter = {
  name: 'contexts',
  default: null,
  updatable: false,
  parse: (value) => definitionsOf(value).map(contextJson),
};

function definitionsOf(value: JsonValue): readonly JsonObject[] {
  if (isJsonObject(value)) return [value];
  if (!isJsonArray(value)) throw failure('expected a list or an entry of context mapping');
  if (value.length === 0) throw failure('expected at least one context mapping');
  return value.map((one) => {
    if (isJsonObject(one)) return one;
    throw failure('expected a list or an entry of context mapping');
  });
}

function failure(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}

/** The canonical form that mappings show. */
function contextJson(json: JsonObject): JsonObject {
  const { name, type, path, precision, ...others } = json;
  if (name === undefined || name === null) throw failure('missing [name] in context mapping');
  if (type === undefined || type === null) throw failure('missing [type] in context mapping');
  const kind = String(type).toUpperCase();
  if (kind !== 'CATEGORY' && kind !== 'GEO') {
    throw new ApiError('illegal_argument_exception', `No context type for [${String(type)}]`);
  }
  if (precision !== undefined && (kind === 'CATEGORY' || precision === null)) {
    Object.assign(others, { precision });
  }
  const unknown = Object.entries(others).map(
    ([key, value]) => `[${key} : ${javaText(value ?? null)}]`,
  );
  if (unknown.length > 0) {
    throw new ApiError(
      'mapper_parsing_exception',
      `Mapping definition for [${String(name)}] has unsupported parameters:  ${unknown.join('')}`,
    );
  }
  const shownPath = path === undefined || path === null ? {} : { path: String(path) };
  const shownPrecision = kind === 'GEO' ? { precision: precisionOf(precision) } : {};
  return { name: String(name), type: kind, ...shownPrecision, ...shownPath };
}

/** An integer is a length, anything else a distance. */
function precisionOf(value: JsonValue | undefined): number {
  if (value === undefined) return DEFAULT_PRECISION;
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  return geohashLengthFor(typeof value === 'number' ? value : metersOf(javaText(value)));
}

/** Contexts from the JSON of `contextsParameter`; undefined if there are none. */
export function contextsOf(json: JsonValue): readonly CompletionContext[] | undefined {
  if (!isJsonArray(json)) return undefined;
  return json.filter(isJsonObject).map(({ name, type, path, precision }) => ({
    name: String(name),
    type: type === 'GEO' ? 'GEO' : 'CATEGORY',
    path: path === undefined ? undefined : String(path),
    precision: Number(precision ?? DEFAULT_PRECISION),
  }));
}

/** Checks that a `GEO` context refers to a field of points. */
export function checkContextPaths(
  contexts: readonly CompletionContext[],
  find: (name: string) => MappedField | undefined,
): void {
  for (const { name, type, path } of contexts) {
    if (type !== 'GEO' || path === undefined) continue;
    const field = find(path);
    if (field === undefined) {
      throw failure(
        `field [${path}] referenced in context [${name}] is not defined in the mapping`,
      );
    }
    if (field.values.kind === 'point') continue;
    throw failure(
      `field [${path}] referenced in context [${name}] must be mapped to geo_point, found [${field.typeName}]`,
    );
  }
}

/** If several have the name, the last one counts. */
export function contextNamed(
  contexts: readonly CompletionContext[],
  name: string,
): CompletionContext {
  const found = contexts.findLast((context) => context.name === name);
  if (found) return found;
  const names = [...new Set(contexts.map((context) => context.name))].sort();
  throw new ApiError(
    'illegal_argument_exception',
    `Unknown context name [${name}], must be one of [${names.join(', ')}]`,
  );
}

/** The values of one context in a document. */
export function contextValues(context: CompletionContext, value: JsonValue): readonly string[] {
  return context.type === 'GEO' ? placesIn(value, context.precision) : categoriesIn(value);
}

function categoriesIn(value: JsonValue): readonly string[] {
  if (isCategory(value)) return [textOf(value)];
  if (!isJsonArray(value)) {
    throw failure(
      `contexts must be a string, number or boolean or a list of string, number or boolean, but was [${valueToken(value)}]`,
    );
  }
  return value.map((one) => {
    if (isCategory(one)) return textOf(one);
    throw failure(
      `context array must have string, number or boolean values, but was [${valueToken(one)}]`,
    );
  });
}

function isCategory(value: JsonValue): boolean {
  return value !== null && typeof value !== 'object';
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** A string is the beginning of a geohash and is used as it is. */
function placesIn(value: JsonValue, precision: number): readonly string[] {
  if (typeof value === 'string') return [value.slice(0, precision)];
  if (!isJsonArray(value)) return [placeOf(value, precision)];
  if (typeof value[0] !== 'number') return value.map((one) => placeOf(one, precision));
  const [lon, lat, ...others] = value;
  if (typeof lat !== 'number') throw failure('latitude must be a numeric value');
  if (others.length > 0) throw failure('only two values [lon, lat] expected');
  return [geohashOf({ lat, lon }, lengthFor(precision))];
}

function placeOf(value: JsonValue, precision: number): string {
  return geohashOf(parseGeoValue(value), lengthFor(precision));
}

function lengthFor(precision: number): number {
  return Math.min(precision, MAX_GEOHASH_LENGTH);
}

/** Context values from another field of the document. */
export function contextsFromFields(
  { type, path, precision }: CompletionContext,
  fields: readonly IndexedField[],
): readonly string[] {
  if (path === undefined) return [];
  const named = fields.filter(({ spec }) => spec.name === path);
  if (type === 'GEO') {
    return named.flatMap((field) =>
      field.kind === 'geo' ? [geohashOf(field, lengthFor(precision))] : [],
    );
  }
  return named.map((field) => wordsOf(field, path));
}

function wordsOf(field: IndexedField, path: string): string {
  switch (field.kind) {
    case 'text':
      return field.value;
    case 'term':
      return typeof field.value === 'string' ? field.value : utf8Decode(field.value);
    case 'ascii_text':
    case 'ascii_term': {
      const text = utf8Decode(field.bytes.subarray(field.start, field.end));
      return field.escaped ? String(JSON.parse(`"${text}"`)) : text;
    }
    default:
      throw new ApiError(
        'illegal_argument_exception',
        `Failed to parse context field [${path}], only keyword and text fields are accepted`,
      );
  }
}

/** Not allowed in a context, because it ends one. */
const RESERVED = '\u001d';

/** The form in keys. `number`: of the definition. */
export function typedContext(number: number, context: string): string {
  const typed = String.fromCharCode(number) + context;
  const at = typed.indexOf(RESERVED);
  if (at < 0) return typed;
  throw new ApiError(
    'illegal_argument_exception',
    `Illegal value [${typed}] UTF-16 codepoint [0x1d] at position ${at} is a reserved character`,
  );
}
