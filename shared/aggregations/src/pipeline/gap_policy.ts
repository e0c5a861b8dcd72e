/** `gap_policy`: the value of a bucket that has none. */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { BucketPath } from './bucket_path.js';
import { type BucketPlace, pathValue } from './path_value.js';

/** With `skip` the value is NaN, which each pipeline handles in its own way. */
export type GapPolicy = 'skip' | 'insert_zeros';

export function gapPolicyOf(json: JsonValue): GapPolicy {
  const text = String(json).toLowerCase();
  if (text === 'skip' || text === 'insert_zeros') return text;
  throw new ApiError(
    'parsing_exception',
    `Invalid gap policy: [${String(json)}], accepted values: [insert_zeros, skip]`,
  );
}

/**
 * The result of `pathValue` with the policy applied. A bucket without documents has no value except
 * its count.
 */
export function valueOrGap(
  place: BucketPlace,
  path: BucketPath,
  policy: GapPolicy,
): number | undefined {
  const value = pathValue(place, path);
  if (value === undefined) return undefined;
  const isCount = path.steps.length === 1 && path.steps[0] === '_count';
  if (Number.isFinite(value) && (place.count > 0 || isCount)) return value;
  return policy === 'insert_zeros' ? 0 : Number.NaN;
}
