/** `DELETE /_transform/{transform_id}`: deletes a transform, on request with its destination. */
import { indexLookup } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { acknowledged, booleanParam, orDefault } from '@skein/http';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { transformsOf } from './known_transforms.js';

export const delete_transform = defineEndpoint({
  id: 'transform.delete_transform',
  shape: 'master',
  routes: ['DELETE /_transform/{transform_id}'],
  params: {
    ...MASTER_PARAMS,
    force: orDefault(booleanParam, false),
    delete_dest_index: orDefault(booleanParam, false),
  },
  body: 'none',
  privilege: 'cluster:manage',
  parse: ({ pathParams, params }) => ({
    id: pathParams.transform_id ?? '',
    force: params.force,
    isDestDeleted: params.delete_dest_index,
    options: submitOptions(params),
  }),
  handle: async ({ id, force, isDestDeleted, options }, { masterService, security }, context) => {
    const [record] = transformsOf(masterService.state(), id, false);
    const dest = destinationOf(record?.source);
    const target = isDestDeleted ? indexLookup(masterService.state()).get(dest) : undefined;
    if (target !== undefined && target.kind !== 'index') {
      const reason = `[delete_dest_index] deletes an index, and [${dest}] is none`;
      throw new ApiError('illegal_argument_exception', reason);
    }
    if (target !== undefined) {
      security.authorizeIndices(context.identity, 'indices:manage', [dest]);
    }
    const outcome = await masterService.submit('delete_transform', { id, force }, options);
    if (target !== undefined)
      await masterService.submit('delete_index', { indices: [dest] }, options);
    return acknowledged({}, outcome.acknowledged);
  },
});

function destinationOf(source: { readonly dest?: unknown } | undefined): string {
  const dest = source?.dest;
  const isObject = typeof dest === 'object' && dest !== null;
  return isObject && 'index' in dest && typeof dest.index === 'string' ? dest.index : '';
}
