/**
 * Invariants. An assertion that fails is our own fault, never the user's: the operation dies loudly.
 * What a user or the world can get wrong is an `ApiError` (package errors).
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

/** The value, which must be there. For look-ups whose presence an invariant guarantees. */
export function expectDefined<T>(value: T | undefined | null, message: string): T {
  if (value === undefined || value === null) throw new AssertionError(message);
  return value;
}
