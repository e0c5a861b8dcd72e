/** The JSON mapping of an index without the fields hidden from an identity. */
import type { IndexMetadata } from '@skein/cluster';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { VisibleFields } from '@skein/search';
import type { Identity } from './contract.js';
import { visibleFieldsOf } from './visibility.js';

export function visibleMapping(
  { name, mapping }: Pick<IndexMetadata, 'name' | 'mapping'>,
  identity: Identity,
): JsonObject {
  const grants = visibleFieldsOf(identity, name);
  if (grants === undefined) return mapping;
  const seen = new VisibleFields(grants);
  const { properties, derived, runtime, ...rest } = mapping;
  return {
    ...rest,
    ...(isJsonObject(properties) ? { properties: seenBelow(properties, '', seen) } : {}),
    ...(isJsonObject(derived) ? { derived: seenDerived(derived, seen) } : {}),
    ...(isJsonObject(runtime) ? { runtime: seenDerived(runtime, seen) } : {}),
  };
}

/** A hidden derived or runtime field hides everything inside it. */
function seenDerived(fields: JsonObject, seen: VisibleFields): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => seen.shows(name)));
}

function seenBelow(fields: JsonObject, parent: string, seen: VisibleFields): JsonObject {
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    const path = parent === '' ? name : `${parent}.${name}`;
    const shown = isJsonObject(field) ? seenField(field, path, seen) : field;
    return shown === undefined ? [] : [[name, shown] as const];
  });
  return Object.fromEntries(entries);
}

/** Undefined if the field and everything inside it is hidden. */
function seenField(field: JsonObject, path: string, seen: VisibleFields): JsonObject | undefined {
  if (typeof field.path === 'string' && field.type === 'alias' && !seen.shows(field.path)) {
    return undefined;
  }
  const inside = (['properties', 'fields'] as const).flatMap((key) => {
    const below = field[key];
    return isJsonObject(below) ? [[key, seenBelow(below, path, seen)] as const] : [];
  });
  const isEmpty = inside.every(([, below]) => Object.keys(below).length === 0);
  if (!seen.shows(path) && isEmpty) return undefined;
  const copies = field.copy_to === undefined ? {} : { copy_to: seenNames(field.copy_to, seen) };
  return { ...field, ...Object.fromEntries(inside), ...copies };
}

function seenNames(names: JsonValue, seen: VisibleFields): JsonValue {
  const list = isJsonArray(names) ? names : [names];
  return list.filter((name) => typeof name === 'string' && seen.shows(name));
}
