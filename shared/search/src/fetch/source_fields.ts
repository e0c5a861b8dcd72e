/** `fields`: values read from the document and shown as their mapping sees them: dates formatted, numbers as numbers. */
import { double, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import { columnValues } from './docvalue_fields.js';
import type { FetchContext, FetchHit } from './fetch_part.js';
import { geoPointJson, latLonJson } from './geo_point_json.js';
import { sourceLeaves, sourceValues } from './source_values.js';

export function addSourceFields(
  hit: FetchHit,
  context: FetchContext,
  into: Map<string, JsonValue[]>,
): void {
  for (const { field: pattern, format } of context.request.fields) {
    for (const [name, field] of fieldsOf(pattern, context)) {
      if (context.shard.derived?.has(field.name)) {
        const values = derivedValues(hit, { field, format }, context);
        if (values.length > 0) into.set(name, values);
        continue;
      }
      if (format !== undefined) checkFormat(field);
      const source = hit.source();
      if (!source) throw sourceDisabled(context);
      const values =
        field.typeName === 'token_count'
          ? columnValues(hit.segment, hit.doc, { field, format })
          : valuesOf(source, { field, format }, context);
      if (values.length > 0) into.set(name, values);
    }
  }
}

/**
 * Values as the script gave them: a date, which is emitted in milliseconds, in the field's format, a point by its coordinates. What an object
 * does not have is null.
 */
function derivedValues(hit: FetchHit, shown: Shown, context: FetchContext): JsonValue[] {
  const { field, format } = shown;
  const emitted = context.shard.derived?.values(hit.segment, hit.doc, field) ?? [];
  return emitted.flatMap((value) => {
    if (value === null) return [null];
    if (field.typeName === 'geo_point') {
      return format === undefined ? latLonJson(value) : geoPointJson(value, format);
    }
    if (field.typeName !== 'date') return [value];
    if (typeof value === 'string') return formatted(value, shown, context);
    return [field.docValueFormat(Number(value), format)];
  });
}

/** With the names they are shown by: an alias that is asked for keeps its own. */
function fieldsOf(pattern: string, { shard }: FetchContext): [name: string, field: MappedField][] {
  const field = pattern.includes('*') ? undefined : shard.mapping.field(pattern);
  const fields = field ? [field] : shard.mapping.matching(pattern);
  return fields
    .filter(({ name }) => !name.startsWith('_'))
    .map((each) => [field ? pattern : each.name, each]);
}

/** Types whose values are shown in a format; ranges have their own to refuse what they do not know. */
const FORMATTED = /^(?:date|date_nanos|geo_point|geo_shape|token_count|.*_range)$/;

function checkFormat(field: MappedField): void {
  if (!FORMATTED.test(field.typeName)) throw formatRefused(field);
}

function sourceDisabled({ shard }: FetchContext): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `Unable to retrieve the requested [fields] since _source is disabled in the mappings for index [${shard.indexName}]`,
  );
}

interface Shown {
  readonly field: MappedField;
  readonly format: string | undefined;
}

/** A multi-field has no values of its own in the document: they are its parent's. */
function valuesOf(source: JsonObject, shown: Shown, context: FetchContext): JsonValue[] {
  const { field } = shown;
  if (field.typeName === 'geo_point') return geoValues(source, shown);
  let path = field.name;
  let values = leavesOf(source, path, field);
  const dot = path.lastIndexOf('.');
  if (values.length === 0 && dot > 0 && context.shard.mapping.field(path.slice(0, dot))) {
    path = path.slice(0, dot);
    values = leavesOf(source, path, field);
  }
  return values.flatMap((value) => formatted(value, shown, context));
}

/** `null` is what the field has for it. */
function leavesOf(source: JsonObject, path: string, { nullValue }: MappedField) {
  if (nullValue === undefined) return sourceValues(source, path);
  return sourceLeaves(source, path).map((value) => value ?? nullValue);
}

const NUMBERS: ReadonlySet<string> = new Set([
  'long',
  'integer',
  'short',
  'byte',
  'double',
  'float',
  'half_float',
  'scaled_float',
  'unsigned_long',
]);

/** Values the mapping could not take are left out, as they were when the document was indexed. */
function formatted(value: JsonValue, { field, format }: Shown, context: FetchContext): JsonValue[] {
  if (field.typeName.endsWith('_range') || field.typeName === 'rank_features') return [value];
  if (isJsonObject(value)) return [];
  try {
    if (field.typeName === 'date' || field.typeName === 'date_nanos') {
      const instant = field.parseSortValue(value, context.shard);
      return instant === null ? [] : [field.docValueFormat(instant, format)];
    }
    if (field.typeName === 'boolean') return [value === true || value === 'true'];
    if (field.typeName === 'scaled_float') return scaledValues(value, field, context);
    if (NUMBERS.has(field.typeName)) return numberValues(value);
    if (field.typeName === 'rank_feature') return [double(Number(value))];
    return keywordValues(typeof value === 'string' ? value : String(value), field);
  } catch (thrown) {
    if (thrown instanceof ApiError && format === undefined) return [];
    throw thrown;
  }
}

/** Terms as they are indexed. */
function keywordValues(value: string, { ignoreAbove, normalizer }: MappedField): JsonValue[] {
  if (value.length > ignoreAbove) return [];
  return [normalizer ? normalizer.normalize(value) : value];
}

/** In steps of the scaling factor, which is what 1 is kept as; divided by it, as OpenSearch does here and nowhere else. */
function scaledValues(value: JsonValue, field: MappedField, { shard }: FetchContext): JsonValue[] {
  const factor = Number(field.parseSortValue(1, shard));
  return numberValues(value).map((number) => double(Math.round(Number(number) * factor) / factor));
}

function numberValues(value: JsonValue): JsonValue[] {
  if (typeof value !== 'string') return typeof value === 'boolean' ? [] : [value];
  const number = Number(value);
  return value.trim() === '' || Number.isNaN(number) ? [] : [number];
}

function formatRefused(field: MappedField): ApiError {
  const type = field.isText ? '' : ` of type [${field.typeName}]`;
  return new ApiError(
    'illegal_argument_exception',
    `Field [${field.name}]${type} doesn't support formats.`,
  );
}

function geoValues(source: JsonObject, { field, format }: Shown): JsonValue[] {
  const parent = parentOf(source, field.name);
  return parent.flatMap((value) => geoPointJson(value, format));
}

/** Points may be objects or arrays of numbers, so their arrays are unrolled by what is in them. */
function parentOf(source: JsonObject, path: string): readonly JsonValue[] {
  const dot = path.lastIndexOf('.');
  const owners = dot < 0 ? [source] : sourceValues(source, path.slice(0, dot));
  const name = path.slice(dot + 1);
  return owners.flatMap((owner) => {
    const value = isJsonObject(owner) ? owner[name] : undefined;
    if (value === undefined || value === null) return [];
    return isJsonArray(value) && typeof value[0] !== 'number' ? value : [value];
  });
}
