/**
 * Reads values of unknown shape: thrown errors, the result of `JSON.parse`. A value is not compared
 * with a class, because each realm has its own.
 */

/** True for an object with members; a list is none. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member of an object or list; undefined if the value is neither, or has no such member. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Reflect.get(value, name);
}

/** The member, if it is text. */
export function textIn(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : undefined;
}
