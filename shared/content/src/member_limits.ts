/** Limits of one object, list or text, since each of them is processed in one turn. */
import type { ApiError } from '@skein/errors';
import { failureAt, type JsonPlace } from './json_failure.js';

export interface MemberLimits {
  readonly members: number;
  readonly elements: number;
  /** Bytes of one text. */
  readonly bytes: number;
}

export const ANY_COUNT: MemberLimits = {
  members: Number.POSITIVE_INFINITY,
  elements: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
};
/** Limits of request bodies. Members cost more than elements, since their names are looked up. */
export const BODY_LIMITS: MemberLimits = {
  members: 100_000,
  elements: 250_000,
  bytes: 8_000_000,
};

/** The error for the item at `at`, which exceeds the limit. */
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
