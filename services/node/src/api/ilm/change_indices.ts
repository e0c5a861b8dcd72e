/** Makes the endpoints that change the ILM policies of indices, or their progress in them. */
import { INDICES_OPTIONS } from '@skein/cluster';
import type { Reply } from '@skein/http';
import type { SubmitOptions } from '../../master_service/mod.js';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint, type Endpoint, type RequestContext } from '../endpoint.js';
import type { ShapeActors } from '../endpoint_shapes.js';
import { indexExpression, MANAGES, named, targetIndices } from '../indices/index_targets.js';

interface IndicesChange {
  readonly id: string;
  readonly route: `POST /{index}/_ilm/${string}`;
  readonly handle: (
    request: { readonly names: readonly string[]; readonly options: SubmitOptions },
    actors: ShapeActors['master'],
    context: RequestContext,
  ) => Promise<Reply>;
}

export function changeIndices({ id, route, handle }: IndicesChange): Endpoint {
  return defineEndpoint({
    id,
    shape: 'master',
    routes: [route],
    params: MASTER_PARAMS,
    body: 'none',
    privilege: 'indices:manage',
    parse: ({ pathParams, params }) => ({
      target: named(indexExpression(pathParams.index, {}, INDICES_OPTIONS.strictExpandHidden)),
      options: submitOptions(params),
    }),
    handle: async ({ target, options }, actors, context) => {
      const names = targetIndices(actors, context, target, MANAGES);
      return handle({ names, options }, actors, context);
    },
  });
}
