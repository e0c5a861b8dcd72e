/** JSON values in Java's notation of maps and lists, for messages: `{x=1, y=[a, b]}`. */
import { doubleText, isJsonArray, type JsonValue } from '@skein/content';

export function javaText(value: JsonValue): string {
  if (value === null || typeof value !== 'object') {
    // A whole number that is no long is written as a double in JSON.
    const isDouble = typeof value === 'number' && !Number.isSafeInteger(value);
    return isDouble ? doubleText(value) : String(value);
  }
  if (isJsonArray(value)) return `[${value.map(javaText).join(', ')}]`;
  const entries = Object.entries(value).map(([key, each]) => `${key}=${javaText(each ?? null)}`);
  return `{${entries.join(', ')}}`;
}

/** The simple name of a value's class in Java. */
export function javaClass(value: JsonValue): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'String';
  if (typeof value === 'boolean') return 'Boolean';
  if (typeof value === 'number' && !Number.isInteger(value)) return 'Double';
  if (typeof value === 'number' || typeof value === 'bigint') return classOfInteger(BigInt(value));
  return isJsonArray(value) ? 'ArrayList' : 'HashMap';
}

function classOfInteger(value: bigint): string {
  if (BigInt.asIntN(32, value) === value) return 'Integer';
  return BigInt.asIntN(64, value) === value ? 'Long' : 'BigInteger';
}

/** ` [key : value]` for each entry, the list format of unsupported parameters. */
export function listedEntries(entries: readonly (readonly [string, JsonValue])[]): string {
  return entries.map(([key, value]) => ` [${key} : ${javaText(value)}]`).join('');
}
