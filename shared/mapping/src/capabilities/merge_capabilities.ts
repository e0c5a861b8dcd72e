/** The capabilities of fields over several indices, by name and type. */
import type { JsonObject } from '@skein/content';
import type { FieldCapability } from './field_capabilities.js';

export interface IndexCapabilities {
  readonly index: string;
  readonly fields: ReadonlyMap<string, FieldCapability>;
}

interface OfIndex extends FieldCapability {
  readonly index: string;
}

interface MergeCapabilitiesOptions {
  /** True if indices without a field that others have count with the type `unmapped`. */
  readonly includeUnmapped: boolean;
}

/**
 * The `_field_caps` response: `{field: {type: {type, searchable, aggregatable, …}}}`. Indices are
 * in name order.
 */
export function mergeCapabilities(
  indices: readonly IndexCapabilities[],
  { includeUnmapped }: MergeCapabilitiesOptions,
): JsonObject {
  const names = new Set(indices.flatMap(({ fields }) => [...fields.keys()]));
  const merged = Array.from(names, (name): [string, JsonObject] => {
    const types = byType(name, indices, includeUnmapped);
    const isShared = types.size > 1;
    const entries = [...types].map(([type, members]): [string, JsonObject] => [
      type,
      merge(type, members, isShared),
    ]);
    return [name, Object.fromEntries(entries)];
  });
  return Object.fromEntries(merged);
}

const UNMAPPED: FieldCapability = {
  type: 'unmapped',
  searchable: false,
  aggregatable: false,
  meta: new Map(),
};

function byType(
  name: string,
  indices: readonly IndexCapabilities[],
  includeUnmapped: boolean,
): ReadonlyMap<string, OfIndex[]> {
  const types = new Map<string, OfIndex[]>();
  for (const { index, fields } of indices) {
    const field = fields.get(name) ?? (includeUnmapped ? UNMAPPED : undefined);
    if (field === undefined) continue;
    const members = types.get(field.type);
    if (members) members.push({ index, ...field });
    else types.set(field.type, [{ index, ...field }]);
  }
  return types;
}

function merge(type: string, members: readonly OfIndex[], showIndices: boolean): JsonObject {
  const unsearchable = members.filter(({ searchable }) => !searchable);
  const unaggregatable = members.filter(({ aggregatable }) => !aggregatable);
  const meta = mergeMeta(members);
  return {
    type,
    searchable: unsearchable.length === 0,
    aggregatable: unaggregatable.length === 0,
    ...(showIndices ? { indices: indexNames(members) } : {}),
    ...exceptions('non_searchable_indices', unsearchable, members),
    ...exceptions('non_aggregatable_indices', unaggregatable, members),
    ...(meta === undefined ? {} : { meta }),
  };
}

/** Shown only if the indices disagree. */
function exceptions(
  key: string,
  without: readonly OfIndex[],
  members: readonly OfIndex[],
): JsonObject {
  if (without.length === 0 || without.length === members.length) return {};
  return { [key]: indexNames(without) };
}

function indexNames(members: readonly OfIndex[]): readonly string[] {
  return members.map(({ index }) => index);
}

/** All values that indices give to a key, in order. */
function mergeMeta(members: readonly OfIndex[]): JsonObject | undefined {
  const values = new Map<string, Set<string>>();
  for (const [key, value] of members.flatMap(({ meta }) => [...meta])) {
    values.set(key, (values.get(key) ?? new Set()).add(value));
  }
  if (values.size === 0) return undefined;
  const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, set]) => [key, [...set].sort()]));
}
