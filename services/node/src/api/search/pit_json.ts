/** The response to closing points in time. One that no longer existed counts as closed. */
import type { JsonObject } from '@skein/content';
import type { ClosedPointInTime } from '../../search_coordinator/mod.js';

export function closedPits(closed: readonly ClosedPointInTime[]): JsonObject {
  return { pits: closed.map(({ id }) => ({ successful: true, pit_id: id })) };
}
