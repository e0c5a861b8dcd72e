/**
 * The bodies that change an index's settings and mappings, from forms: a few values by field, and
 * JSON, which can express all. Both throw a `SyntaxError` for invalid JSON.
 */
import type { Json, JsonObject } from '../json/exact_json.js';

type Parse = (text: string) => Json;

interface SettingsWish {
  readonly replicas: string;
  readonly refresh: string;
  /** Empty for no other settings. */
  readonly json: string;
}

/** `current` are the settings below `index`. Those that the form leaves as they are stay out. */
export function settingsChange(current: JsonObject, wish: SettingsWish, parse: Parse): JsonObject {
  const fields = { number_of_replicas: wish.replicas, refresh_interval: wish.refresh };
  const changed = Object.entries(fields).filter(
    ([name, value]) => value.trim() !== String(current[name] ?? ''),
  );
  const named = changed.map(
    // An emptied field takes the setting away, so that its default is valid again.
    ([name, value]) => [`index.${name}`, value.trim() === '' ? null : value.trim()] as const,
  );
  return { ...objectOf(wish.json, parse), ...Object.fromEntries(named) };
}

interface MappingsWish {
  /** Empty for none beside those in JSON. */
  readonly field: string;
  readonly type: string;
  readonly json: string;
}

export function mappingsChange({ field, type, json }: MappingsWish, parse: Parse): JsonObject {
  const written = objectOf(json, parse);
  const name = field.trim();
  if (name === '') return written;
  return {
    ...written,
    properties: { ...((written.properties ?? {}) as object), [name]: { type } },
  };
}

function objectOf(text: string, parse: Parse): JsonObject {
  return text.trim() === '' ? {} : (parse(text) as JsonObject);
}
