/** `stored_fields`: values of fields with `store: true`, stored beside the document. */
import { simpleMatch } from '@skein/base';
import type { JsonValue } from '@skein/content';
import { shownStored } from '@skein/mapping';
import type { FetchContext, FetchHit } from './fetch_part.js';

/** The stored values of a field: JSON of its mapper, which the library does not look into. */
export function storedValues(values: readonly unknown[]): readonly JsonValue[] {
  return values as readonly JsonValue[];
}

/** Adds the values of the requested fields of the hit to `into`, without metadata fields. */
export function addStoredFields(
  hit: FetchHit,
  context: FetchContext,
  into: Map<string, JsonValue[]>,
): void {
  const patterns = context.request.storedFields ?? [];
  if (patterns.length === 0 || !hit.stored.fields) return;
  for (const [name, values] of Object.entries(hit.stored.fields)) {
    if (name.startsWith('_')) continue;
    if (patterns.some((pattern) => simpleMatch(pattern, name))) {
      into.set(name, [...shownStored(storedValues(values), context.shard.mapping.field(name))]);
    }
  }
}
