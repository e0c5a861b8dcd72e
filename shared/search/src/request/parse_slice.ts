/** Parses `slice`: `{"id": …, "max": …, "field": …}`, a part of the documents. */
import type { JsonObject, JsonValue } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { integerOf, textOf } from '../queries/options.js';
import type { BodyLocator } from './body_location.js';
import { readFields } from './object_fields.js';
import type { SliceSpec } from './search_request.js';

export const SLICE_BY_ID = '_id';

export function parseSlice(json: JsonObject, locate: BodyLocator): SliceSpec {
  let [field, id, max] = [SLICE_BY_ID, -1, -1];
  const readers = {
    field: (value: JsonValue) => {
      field = textOf(value);
    },
    id: (value: JsonValue) => {
      id = integerOf(value);
      if (id < 0) throw illegalArgument('id must be greater than or equal to 0');
      if (max >= 0 && max <= id) throw illegalArgument('max must be greater than id');
    },
    max: (value: JsonValue) => {
      max = integerOf(value);
      if (max <= 1) throw illegalArgument('max must be greater than 1');
      if (max <= id) throw illegalArgument('max must be greater than id');
    },
  };
  readFields(json, readers, { name: 'slice', locate });
  if (id < 0) throw illegalArgument('[slice] requires [id]');
  if (max < 0) throw illegalArgument('[slice] requires [max]');
  return { field: field === '_uid' ? SLICE_BY_ID : field, id, max };
}
