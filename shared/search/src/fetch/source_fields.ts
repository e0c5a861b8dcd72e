/**
 * `fields`: values read from the document and formatted by their mapping, such as dates and
 * numbers.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import { taken } from '../derived/shown_values.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { columnValues } from './docvalue_fields.js';
import type { FetchContext, FetchHit } from './fetch_part.js';
import { ignoredFields } from './metadata.js';
import { type NamedField, namedFields } from './pattern_fields.js';
import { sourceLeaves, sourcePoints, sourceValues } from './source_values.js';
import { addUnmappedFields } from './unmapped_fields.js';

export function addSourceFields(
  hit: FetchHit,
  context: FetchContext,
  into: Map<string, JsonValue[]>,
): void {
  // The format of a point field is checked only when there is a point to show; other formats are
  // checked first.
  let late: unknown;
  const ignored = ignoredFields(hit);
  for (const { field: pattern, format } of context.request.fields ?? []) {
    for (const [name, field] of fieldsOf(pattern, context)) {
      // OpenSearch shows no values of a field if one of them was ignored.
      if (ignored.includes(name)) continue;
      try {
        const values = valuesOf(hit, context, { field, format });
        if (values.length > 0) into.set(name, values);
      } catch (thrown) {
        if (field.values.kind !== 'point') throw thrown;
        late ??= thrown;
      }
    }
  }
  if (late !== undefined) throw late;
  addUnmapped(hit, context, into);
}

function valuesOf(hit: FetchHit, context: FetchContext, shown: Shown): JsonValue[] {
  const { field, format } = shown;
  const { derived } = context.shard;
  if (format !== undefined) checkFormat(field, format);
  if (derived?.has(field.name)) return derived.shown(hit.segment, hit.doc, shown);
  const source = hit.source();
  if (!source) throw sourceDisabled(context);
  if (!field.showsColumn) return shownValuesOf(source, shown, context.shard);
  // As in OpenSearch, a count of tokens without doc values has nothing to show.
  return field.aggregatable ? columnValues(hit.segment, hit.doc, shown) : [];
}

function addUnmapped(hit: FetchHit, context: FetchContext, into: Map<string, JsonValue[]>): void {
  const asked = (context.request.fields ?? []).filter(({ includeUnmapped }) => includeUnmapped);
  if (asked.length === 0) return;
  const source = hit.source();
  if (!source) throw sourceDisabled(context);
  const patterns = asked.map(({ field }) => field);
  addUnmappedFields(source, { patterns, mapping: context.shard.mapping, into });
}

function fieldsOf(pattern: string, { shard }: FetchContext): readonly NamedField[] {
  return namedFields(pattern, shard.mapping).filter(
    ([, { name, showsColumn }]) => showsColumn || !name.startsWith('_'),
  );
}

function checkFormat(field: MappedField, format: string): void {
  field.checkFormat?.(format);
  if (!field.takesFormat) throw formatRefused(field);
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

/** A multi-field has no values of its own in the document: it shows its parent's. */
export function shownValuesOf(
  source: JsonObject,
  shown: Shown,
  shard: QueryShardContext,
): JsonValue[] {
  const { field, format } = shown;
  const show = { format, context: shard };
  let path = field.name;
  let values = leavesOf(source, path, field);
  const dot = path.lastIndexOf('.');
  if (values.length === 0 && dot > 0 && shard.mapping.field(path.slice(0, dot))) {
    path = path.slice(0, dot);
    values = leavesOf(source, path, field);
  }
  const shownOf = (value: JsonValue) => field.shownValues(value, show);
  // Points that cannot be shown are left out by their type; an error is one of their format.
  if (field.values.kind === 'point') return values.flatMap(shownOf);
  return values.flatMap((value) => taken(format, () => shownOf(value)));
}

/** Replaces `null` by the field's `null_value`; but, as in OpenSearch, not for points. */
function leavesOf(source: JsonObject, path: string, { nullValue, values }: MappedField) {
  if (values.kind === 'point') return sourcePoints(source, path);
  if (nullValue === undefined) return sourceValues(source, path);
  return sourceLeaves(source, path).map((value) => value ?? nullValue);
}

function formatRefused(field: MappedField): ApiError {
  const type = field.isText ? '' : ` of type [${field.typeName}]`;
  return new ApiError(
    'illegal_argument_exception',
    `Field [${field.name}]${type} doesn't support formats.`,
  );
}
