import type { JsonObject } from '@skein/content';
import { countOf, timeOf } from '../conditions.js';
import { into, readMembers } from '../members.js';
import type { Bounds } from './retention.js';

/**
 * Reads which snapshots are kept. `what` is the object's name in messages, `ageName` the member
 * that holds the greatest age.
 */
export function readBounds(json: JsonObject, what: string, ageName: string): Bounds {
  const bounds: { -readonly [K in keyof Bounds]: Bounds[K] } = {
    maxAgeMs: undefined,
    minCount: undefined,
    maxCount: undefined,
  };
  readMembers(json, what, {
    [ageName]: into(bounds, 'maxAgeMs', timeOf),
    min_count: into(bounds, 'minCount', (name, value) => countOf(name, value, 1)),
    max_count: into(bounds, 'maxCount', (name, value) => countOf(name, value, 1)),
  });
  return bounds;
}
