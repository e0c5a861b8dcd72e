/**
 * `POST /_transform/{transform_id}/_update`: replaces the given members; the pivot or latest
 * configuration stays.
 */
import { isJsonObject, type JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { booleanParam, jsonReply, orDefault } from '@skein/http';
import { nowhere } from '@skein/reading';
import { readTransform } from '@skein/transform';
import { encodeOwner } from '../../security/owner.js';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { transformsOf } from './known_transforms.js';
import { shownTransform } from './shown.js';

const CHANGED = [
  'description',
  'source',
  'dest',
  'frequency',
  'sync',
  'settings',
  'retention_policy',
  '_meta',
];

export const update_transform = defineEndpoint({
  id: 'transform.update_transform',
  shape: 'master',
  routes: ['POST /_transform/{transform_id}/_update'],
  params: { ...MASTER_PARAMS, defer_validation: orDefault(booleanParam, false) },
  body: 'json',
  privilege: { everyOf: ['cluster:manage', 'indices:read', 'indices:write'] },
  parse: ({ pathParams, params, body }) => {
    const change = body.requiredObject();
    const unknown = Object.keys(change).find((name) => !CHANGED.includes(name));
    if (unknown !== undefined) {
      const reason = `[data_frame_transform_config_update] unknown field [${unknown}]`;
      throw new ApiError('x_content_parse_exception', reason);
    }
    const isChecked = !params.defer_validation;
    return { id: pathParams.transform_id ?? '', change, isChecked, options: submitOptions(params) };
  },
  handle: async ({ id, change, isChecked, options }, actors, context) => {
    const { masterService, transforms } = actors;
    const [known] = transformsOf(masterService.state(), id, false);
    const replaced = known?.source ?? {};
    const source = merged(replaced, change);
    const transform = readTransform(source, nowhere);
    if (isChecked) await transforms.check(transform, context);
    const owner = encodeOwner(context.identity);
    await masterService.submit('put_transform', { id, source, owner, replaced }, options);
    const [record] = transformsOf(masterService.state(), id, false);
    return jsonReply(record === undefined ? {} : shownTransform(record, false));
  },
});

/** A member that is `null` is removed. */
function merged(before: JsonObject, change: JsonObject): JsonObject {
  const { settings } = change;
  const kept = isJsonObject(before.settings) ? before.settings : {};
  const all = {
    ...before,
    ...change,
    ...(isJsonObject(settings) ? { settings: { ...kept, ...settings } } : {}),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}
