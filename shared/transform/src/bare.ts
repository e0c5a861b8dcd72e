/**
 * Creates an object without a prototype: `__proto__` is an ordinary name, which users may give to a
 * field.
 */
export function bare<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}
