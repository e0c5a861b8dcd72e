/**
 * The bodies that change an index's settings and mappings, from forms: a few values by field, and
 * JSON, which can express all. Both throw a `SyntaxError` for invalid JSON.
 */
import { type Json, type JsonObject, objectOf } from '../json/exact_json.js';

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
  return { ...written(wish.json, parse), ...Object.fromEntries(named) };
}

interface MappingsWish {
  /** Empty for none beside those in JSON. */
  readonly field: string;
  readonly type: string;
  readonly json: string;
}

export function mappingsChange({ field, type, json }: MappingsWish, parse: Parse): JsonObject {
  const given = written(json, parse);
  const name = field.trim();
  if (name === '') return given;
  return {
    ...given,
    properties: { ...objectOf(given.properties ?? {}), [name]: { type } },
  };
}

function written(text: string, parse: Parse): JsonObject {
  return text.trim() === '' ? {} : objectOf(parse(text));
}
