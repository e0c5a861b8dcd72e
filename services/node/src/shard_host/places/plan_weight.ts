/**
 * The weight of a parsed search: its values, with the lengths of its texts. It is about the length
 * of the body that it was parsed from, and bounds the work before a search checks its deadline for
 * the first time.
 */
import type { SearchPlan } from '@skein/search';

/** True if the search weighs at most `limit`; stops to look once it does not. */
export function isWithinWeight({ request }: SearchPlan, limit: number): boolean {
  // The body as given is only for logs.
  const { given, ...searched } = request;
  return rest(searched, limit) >= 0;
}

/** The part of `limit` that the value leaves; negative if it weighs more. */
function rest(value: unknown, limit: number): number {
  if (typeof value === 'string') return limit - 1 - value.length;
  if (typeof value !== 'object' || value === null) return limit - 1;
  if (ArrayBuffer.isView(value)) return limit - 1 - value.byteLength;
  let left = limit - 1;
  for (const member of membersOf(value)) {
    if (left < 0) return left;
    left = rest(member, left);
  }
  return left;
}

function membersOf(value: object): Iterable<unknown> {
  const isCollection = Array.isArray(value) || value instanceof Map || value instanceof Set;
  return isCollection ? value : Object.values(value);
}
