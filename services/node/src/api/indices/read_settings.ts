/** Index settings in request bodies: with or without `settings` and `index` around them. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  flattenSettings,
  flattenSettingsUpdate,
  type Settings,
  type SettingsUpdate,
  withPrefix,
} from '@skein/settings';

const PREFIX = 'index.';

/** Settings of a new index or template. */
export function readNewSettings(json: JsonValue | undefined): Settings {
  if (json === undefined || json === null) return new Map();
  if (!isJsonObject(json))
    throw new ApiError('parse_exception', 'key [settings] must be an object');
  return withPrefix(flattenSettings(json), PREFIX);
}

/** The body of put-settings, which may also have the form `{"settings": {…}}`. */
export function readSettingsUpdate(body: JsonObject): SettingsUpdate {
  const inner =
    Object.keys(body).length === 1 && isJsonObject(body.settings) ? body.settings : body;
  return withPrefix(flattenSettingsUpdate(inner), PREFIX);
}
