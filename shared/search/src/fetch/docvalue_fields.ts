/** `docvalue_fields`: values from the columns, in column order, formatted by the field's type. */

import { utf8 } from '@skein/bytes';
import { doubleText, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  areSpans,
  type MappedField,
  PLAIN_SORT,
  parseDecimalPattern,
  refuseFielddata,
  requireDocValues,
  uninvertingOf,
} from '@skein/mapping';
import type { SegmentReader } from '@skein/search_library';
import type { FetchContext, FetchHit } from './fetch_part.js';
import { type NamedField, namedFields } from './pattern_fields.js';

/** A format that formerly selected the field's own; it is still accepted and has no effect. */
const FORMER_DEFAULT_FORMAT = 'use_field_mapping';

export function addDocvalueFields(
  hit: FetchHit,
  context: FetchContext,
  into: Map<string, JsonValue[]>,
): void {
  for (const { field: pattern, format: given } of context.request.docvalueFields) {
    const format = given === FORMER_DEFAULT_FORMAT ? undefined : given;
    for (const [name, field] of fieldsOf(pattern, context)) {
      if (format !== undefined) checkFormat(field, format);
      const { indexName } = context.shard;
      const values =
        field.values.kind === 'constant'
          ? [field.docValueFormat(utf8(field.values.term(indexName)), format)]
          : columnValues(hit.segment, hit.doc, { field, format });
      if (values.length === 0) continue;
      const before = into.get(name);
      into.set(name, before === undefined ? values : before.concat(values));
    }
  }
}

/**
 * These errors take precedence over any other that prevents showing the field, even in a document
 * without a value.
 */
function checkFormat(field: MappedField, format: string): void {
  const { name, typeName, values } = field;
  if (values.kind === 'instant') field.checkFormat?.(format);
  if (values.kind === 'number') parseDecimalPattern(format);
  if (FORMATTED.has(values.kind)) return;
  throw new ApiError(
    'illegal_argument_exception',
    `Field [${name}] of type [${typeName}] does not support custom formats`,
  );
}

/** The kinds that accept a format; constant fields then throw their own error. */
const FORMATTED: ReadonlySet<MappedField['values']['kind']> = new Set([
  'number',
  'instant',
  'constant',
]);

function fieldsOf(pattern: string, { shard }: FetchContext): readonly NamedField[] {
  const fields = namedFields(pattern, shard.mapping);
  if (!pattern.includes('*')) return fields;
  return fields.filter(
    ([, { spec, values }]) =>
      values.kind === 'constant' ||
      uninvertingOf(values) !== undefined ||
      (READ_COLUMNS.has(spec.column) && !areSpans(values)),
  );
}

/** The columns that can be shown. */
const READ_COLUMNS: ReadonlySet<MappedField['spec']['column']> = new Set([
  'long',
  'double',
  'ordinal',
  'geo',
]);

export interface ShownField {
  readonly field: MappedField;
  readonly format: string | undefined;
}

export function columnValues(segment: SegmentReader, doc: number, shown: ShownField): JsonValue[] {
  switch (shown.field.spec.column) {
    case 'long':
    case 'double':
      // Without doc values, the column serves ranges alone, and the field cannot be sorted either.
      shown.field.sortField(PLAIN_SORT);
      return numberValues(segment, doc, shown);
    case 'ordinal':
      return termValues(segment, doc, shown);
    case 'geo':
      requireDocValues(shown.field);
      return geoValues(segment, doc, shown.field.spec.name);
    case 'shape':
      requireDocValues(shown.field);
      return refuseFielddata(shown.field);
    default:
      // The field throws the error that explains why it has no values.
      // A field that cannot be sorted cannot show its column either, with the same error.
      shown.field.sortField(PLAIN_SORT);
      if (uninvertingOf(shown.field.values) !== undefined) return termValues(segment, doc, shown);
      shown.field.docValueFormat(0, shown.format);
      return [];
  }
}

function numberValues(
  segment: SegmentReader,
  doc: number,
  { field, format }: ShownField,
): JsonValue[] {
  const column = segment.numbers(field.spec.name);
  if (!column?.has(doc)) return [];
  return Array.from({ length: column.valueCount(doc) }, (_, i) =>
    field.docValueFormat(column.wide ? column.exact(doc, i) : column.value(doc, i), format),
  );
}

function termValues(
  segment: SegmentReader,
  doc: number,
  { field, format }: ShownField,
): JsonValue[] {
  const column = segment.ordinals(field.spec.name, uninvertingOf(field.values));
  if (!column?.has(doc)) return [];
  return Array.from({ length: column.valueCount(doc) }, (_, i) =>
    field.docValueFormat(column.term(column.ordinal(doc, i)), format),
  );
}

function geoValues(segment: SegmentReader, doc: number, name: string): JsonValue[] {
  const column = segment.geo(name);
  if (!column?.has(doc)) return [];
  return Array.from(
    { length: column.valueCount(doc) },
    (_, i) => `${doubleText(column.lat(doc, i))}, ${doubleText(column.lon(doc, i))}`,
  );
}
