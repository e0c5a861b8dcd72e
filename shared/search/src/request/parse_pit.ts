/** Parses `pit`: `{"id": …, "keep_alive": …}`, the point in time to search. */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError, readTimeMs } from '@skein/errors';
import { intoDraft } from '../queries/into_draft.js';
import { textOf } from '../queries/options.js';
import type { BodyLocator } from './body_location.js';
import { readFields } from './object_fields.js';
import type { PointInTimeSpec } from './search_request.js';

export function parsePointInTime(json: JsonObject, locate: BodyLocator): PointInTimeSpec {
  const draft: { id?: string; keepAliveMs?: number } = {};
  const readers = {
    id: intoDraft(draft, 'id', textOf),
    keep_alive: intoDraft(draft, 'keepAliveMs', (value: JsonValue) =>
      readTimeMs('keep_alive', textOf(value)),
    ),
  };
  readFields(json, readers, { name: 'pit', locate });
  const { id, keepAliveMs } = draft;
  if (id === undefined) {
    throw new ApiError('illegal_argument_exception', 'point int time id is not provided');
  }
  return { id, keepAliveMs };
}
