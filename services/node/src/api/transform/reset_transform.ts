/**
 * `POST /_transform/{transform_id}/_reset`: resets a transform as if it had never run, and deletes
 * the index it created.
 */
import { indexLookup } from '@skein/cluster';
import { isJsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { acknowledged, booleanParam, orDefault } from '@skein/http';
import { nowhere } from '@skein/reading';
import { readTransform } from '@skein/transform';
import { CREATED_BY } from '../../transform_host/mod.js';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { transformsOf } from './known_transforms.js';

export const reset_transform = defineEndpoint({
  id: 'transform.reset_transform',
  shape: 'master',
  routes: ['POST /_transform/{transform_id}/_reset'],
  params: { ...MASTER_PARAMS, force: orDefault(booleanParam, false) },
  body: 'none',
  privilege: 'cluster:manage',
  parse: ({ pathParams, params }) => ({
    id: pathParams.transform_id ?? '',
    force: params.force,
    options: submitOptions(params),
  }),
  handle: async ({ id, force, options }, { masterService, security }, { identity }) => {
    const [record] = transformsOf(masterService.state(), id, false);
    if (record === undefined || (record.state !== 'stopped' && !force)) {
      const reason = `Cannot reset transform [${id}] as the task is running. Stop the task first`;
      throw new ApiError('status_exception', reason, { status: 409 });
    }
    const { dest } = readTransform(record.source, nowhere);
    const made = indexLookup(masterService.state())
      .get(dest.index)
      ?.indices.filter(({ mapping }) => {
        const { _meta: meta } = isJsonObject(mapping) ? mapping : {};
        return isJsonObject(meta) && meta.created_by === CREATED_BY.created_by;
      })
      .map(({ name }) => name);
    if (made && made.length > 0) security.authorizeIndices(identity, 'indices:manage', made);
    const { source, owner } = record;
    await masterService.submit('delete_transform', { id, force }, options);
    const request = { id, source, owner };
    const outcome = await masterService.submit('put_transform', request, options);
    if (made && made.length > 0) {
      await masterService.submit('delete_index', { indices: made }, options);
    }
    return acknowledged({}, outcome.acknowledged);
  },
});
