/** JSON values in Java's notation of maps and lists, for messages: `{x=1, y=[a, b]}`. */
import { doubleText, isJsonArray, type JsonValue } from '@skein/content';

export function javaText(value: JsonValue): string {
  if (value === null || typeof value !== 'object') {
    const fraction = typeof value === 'number' && !Number.isInteger(value);
    return fraction ? doubleText(value) : String(value);
  }
  if (isJsonArray(value)) return `[${value.map(javaText).join(', ')}]`;
  const entries = Object.entries(value).map(([key, each]) => `${key}=${javaText(each ?? null)}`);
  return `{${entries.join(', ')}}`;
}

/** ` [key : value]` for each entry, the list format of unsupported parameters. */
export function listedEntries(entries: readonly (readonly [string, JsonValue])[]): string {
  return entries.map(([key, value]) => ` [${key} : ${javaText(value)}]`).join('');
}
