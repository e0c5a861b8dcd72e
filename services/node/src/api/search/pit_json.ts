/**
 * What became of points in time that were to be closed. One that was not there any more is closed,
 * too.
 */
import type { JsonObject } from '@skein/content';
import type { ClosedPointInTime } from '../../search_coordinator/mod.js';

export function closedPits(closed: readonly ClosedPointInTime[]): JsonObject {
  return { pits: closed.map(({ id }) => ({ successful: true, pit_id: id })) };
}
