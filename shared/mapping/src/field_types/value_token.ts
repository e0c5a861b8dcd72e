/** The first token of a value, as named in document errors. */
import { isJsonArray, type JsonValue } from '@skein/content';

export function valueToken(value: JsonValue): string {
  if (value === null) return 'VALUE_NULL';
  if (typeof value === 'boolean') return 'VALUE_BOOLEAN';
  if (typeof value === 'object') return isJsonArray(value) ? 'START_ARRAY' : 'START_OBJECT';
  return typeof value === 'string' ? 'VALUE_STRING' : 'VALUE_NUMBER';
}
