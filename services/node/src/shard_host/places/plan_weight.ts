/**
 * The weight of a parsed search: the lengths of its texts, and eight for each value. It is about
 * the length of the body that it was parsed from, and bounds the memory of a search and its work
 * before it checks its deadline for the first time.
 */
import type { SearchPlan } from '@skein/search';

/** The weight of a value beside the length of a text. */
const VALUE = 8;

/** True if the search weighs at most `limit`; stops to look once it does not. */
export function isWithinWeight({ request }: SearchPlan, limit: number): boolean {
  // The body as given is only for logs.
  const { given, ...searched } = request;
  return rest(searched, limit) >= 0;
}

/** The part of `limit` that the value leaves; negative if it weighs more. */
function rest(value: unknown, limit: number): number {
  let left = limit - VALUE;
  if (typeof value === 'string') return left - value.length;
  if (typeof value !== 'object' || value === null) return left;
  if (ArrayBuffer.isView(value)) return left - value.byteLength;
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
