/** Values of derived and runtime fields as `fields` shows them. */
import { compareBytes } from '@skein/bytes';
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { latLonJson, type MappedField, type QueryContext } from '@skein/mapping';
import type { SortValue } from '@skein/search_library';
import type { DerivedDefinition } from './derived_definition.js';

export interface ShownField {
  readonly field: MappedField;
  readonly format: string | undefined;
}

interface Shown extends ShownField {
  readonly context: QueryContext;
}

export function shownDerived(
  values: readonly JsonValue[],
  shows: DerivedDefinition['shows'],
  shown: Shown,
): JsonValue[] {
  return shows === 'emitted' ? emitted(values, shown) : inOrder(values, shows, shown);
}

/**
 * Values as the script emitted them: dates (emitted in milliseconds) in the field's format, points
 * as their coordinates. A part that an object lacks is null.
 */
function emitted(values: readonly JsonValue[], { field, format, context }: Shown): JsonValue[] {
  return values.flatMap((value) => {
    if (value === null) return [null];
    if (field.values.kind === 'point') {
      return format === undefined
        ? latLonJson(value)
        : field.shownValues(value, { format, context });
    }
    if (field.values.kind !== 'instant') return [value];
    if (typeof value !== 'string') return [field.docValueFormat(Number(value), format)];
    return taken(format, () => {
      const instant = field.parseSortValue(value, context);
      return instant === null ? [] : [field.docValueFormat(instant, format)];
    });
  });
}

/**
 * Values as Elasticsearch reads them from doc values: only values of the type, in ascending order.
 */
function inOrder(
  values: readonly JsonValue[],
  shows: DerivedDefinition['shows'],
  { field, format, context }: Shown,
): JsonValue[] {
  const isInstant = shows === 'emitted instants' && field.values.kind === 'instant';
  const rows = values.flatMap((value): readonly Row[] =>
    taken(format, (): readonly Row[] => {
      if (isInstant) {
        const key = Number(value);
        return [{ key, shown: field.docValueFormat(key, format) }];
      }
      const key = field.parseSortValue(value, context);
      return field.shownValues(value, { format, context }).map((shown) => ({ key, shown }));
    }),
  );
  return rows.sort((a, b) => compareKeys(a.key, b.key)).map(({ shown }) => shown);
}

interface Row {
  readonly key: SortValue;
  readonly shown: JsonValue;
}

function compareKeys(a: SortValue, b: SortValue): number {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b);
  if (a === null || b === null || a === b) return 0;
  return a < b ? -1 : 1;
}

/** Omits values that the mapping rejects; they were omitted at indexing too. */
export function taken<T>(format: string | undefined, show: () => readonly T[]): readonly T[] {
  try {
    return show();
  } catch (thrown) {
    if (thrown instanceof ApiError && format === undefined) return [];
    throw thrown;
  }
}
