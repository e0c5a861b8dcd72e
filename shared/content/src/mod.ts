export type { JsonArray, JsonObject, JsonValue } from './value.js';
export { isJsonArray, isJsonObject, RawJson } from './value.js';
