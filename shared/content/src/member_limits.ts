/** How much one object, list or text may hold: whoever looks through one of them does so in one go. */
import type { ApiError } from '@skein/errors';
import { failureAt, type JsonPlace } from './json_failure.js';

export interface MemberLimits {
  readonly members: number;
  readonly elements: number;
  /** Of one text. */
  readonly bytes: number;
}

export const ANY_COUNT: MemberLimits = {
  members: Number.POSITIVE_INFINITY,
  elements: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
};
/** Of what is asked. Members cost more than elements, for their names are looked up. */
export const BODY_LIMITS: MemberLimits = {
  members: 100_000,
  elements: 250_000,
  bytes: 8_000_000,
};

/** What is at `at` is one more than there may be. */
export function tooMany(
  place: JsonPlace,
  at: number,
  [what, most]: readonly [what: keyof typeof COUNTED, most: number],
): ApiError {
  const reason = `${COUNTED[what]} (${most + 1}) exceeds the maximum allowed (${most})`;
  return failureAt(place, at, 'stream_constraints_exception', reason);
}

const COUNTED = {
  members: 'Object member count',
  elements: 'Array element count',
  bytes: 'String length',
} as const;
