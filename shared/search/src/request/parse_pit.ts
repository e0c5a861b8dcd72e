/** Parses `pit`: `{"id": …, "keep_alive": …}`, the point in time to search. */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError, readTimeMs } from '@skein/errors';
import { textOf } from '../queries/options.js';
import type { BodyLocator } from './body_location.js';
import { readFields } from './object_fields.js';
import type { PointInTimeSpec } from './search_request.js';

export function parsePointInTime(json: JsonObject, locate: BodyLocator): PointInTimeSpec {
  let id: string | undefined;
  let keepAliveMs: number | undefined;
  const readers = {
    id: (value: JsonValue) => {
      id = textOf(value);
    },
    keep_alive: (value: JsonValue) => {
      keepAliveMs = readTimeMs('keep_alive', textOf(value));
    },
  };
  readFields(json, readers, { name: 'pit', locate });
  if (id === undefined) {
    throw new ApiError('illegal_argument_exception', 'point int time id is not provided');
  }
  return { id, keepAliveMs };
}
