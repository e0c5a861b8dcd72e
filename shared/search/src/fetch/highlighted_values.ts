/** The text of a hit's field that is highlighted. */
import type { JsonValue } from '@skein/content';
import type { MappedField } from '@skein/mapping';
import { SEPARATOR } from '../highlight/field_text.js';
import { isScalar, textOf } from '../queries/options.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import type { FetchHit } from './fetch_part.js';
import { shownValuesOf } from './source_fields.js';
import { storedValues } from './stored_fields.js';

/** All values, joined by the separator; `undefined` if there are none. */
export function highlightedText(
  hit: FetchHit,
  field: MappedField,
  forceSource: boolean,
  shard: QueryShardContext,
): string | undefined {
  const values = highlightedValues(hit, field, { forceSource, shard });
  return values.length === 0 ? undefined : values.join(SEPARATOR);
}

interface Reading {
  readonly forceSource: boolean;
  readonly shard: QueryShardContext;
}

/** The values that `fields` shows, without those that are too long to be indexed. */
export function highlightedValues(
  hit: FetchHit,
  field: MappedField,
  reading: Reading,
): readonly string[] {
  const values = textsOf(givenValues(hit, field, reading));
  const { ignoreAbove } = field;
  return ignoreAbove === Number.POSITIVE_INFINITY
    ? values
    : values.filter(({ length }) => length <= ignoreAbove);
}

/** Returns stored values if the field has them, otherwise those of the document. */
function givenValues(
  hit: FetchHit,
  field: MappedField,
  { forceSource, shard }: Reading,
): readonly JsonValue[] {
  if (shard.derived?.has(field.name)) {
    return shard.derived.values(hit.segment, hit.doc, field);
  }
  if (field.stored && !forceSource) {
    return storedValues(hit.stored.fields?.[field.name] ?? []);
  }
  const source = hit.source();
  return source ? shownValuesOf(source, { field, format: undefined }, shard) : [];
}

function textsOf(values: readonly JsonValue[]): readonly string[] {
  return values.filter((value) => isScalar(value)).map(textOf);
}
