/**
 * Invariants. A failed assertion is our own bug, never the user's fault: the operation fails
 * loudly. A fault of the user or the environment is an `ApiError` (package errors).
 */

export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}

/** Marks a branch that the types say cannot be reached. */
export function assertNever(value: never, what = 'value'): never {
  throw new AssertionError(`unexpected ${what}: ${String(value)}`);
}

/** Returns the value, which an invariant guarantees to be defined, for example in a look-up. */
export function expectDefined<T>(value: T | undefined | null, message: string): T {
  if (value === undefined || value === null) throw new AssertionError(message);
  return value;
}
