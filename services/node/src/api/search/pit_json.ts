/** The JSON of requests and responses that name points in time. */
import type { JsonObject } from '@skein/content';
import type { RequestBody } from '@skein/http';
import type { ClosedPointInTime } from '../../search_coordinator/mod.js';
import { idsOf, readContextBody } from './context_body.js';

/** The ids in `{"pit_id": ...}`; none if the body names none. */
export function readPitIds(body: RequestBody): readonly string[] {
  let ids: readonly string[] = [];
  readContextBody(body.object(), {
    pit_id: (json) => {
      const given = idsOf(json);
      ids = given ?? ids;
      return given !== undefined;
    },
  });
  return ids;
}

/** The response to closing points in time. One that no longer existed counts as closed. */
export function closedPits(closed: readonly ClosedPointInTime[]): JsonObject {
  return { pits: closed.map(({ id }) => ({ successful: true, pit_id: id })) };
}
