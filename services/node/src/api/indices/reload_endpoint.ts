/** The two endpoints that reload search analyzers, which differ in their routes and responses. */
import { INDICES_OPTIONS } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { jsonReply } from '@skein/http';
import { INDEX_EXPRESSION_PARAMS, MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint, type Endpoint } from '../endpoint.js';
import { indexExpression, MANAGES, targetIndices } from './index_targets.js';
import { type ReloadedAnalyzers, reloadAnalyzers } from './reloaded_analyzers.js';

interface ReloadEndpoint {
  readonly id: string;
  readonly routes: readonly string[];
  /** The response, except for `_shards`. */
  readonly shown: (reloaded: ReloadedAnalyzers) => JsonObject;
}

export function reloadEndpoint({ id, routes, shown }: ReloadEndpoint): Endpoint {
  const { strictExpandOpenForbidClosed } = INDICES_OPTIONS;
  return defineEndpoint({
    id,
    shape: 'master',
    routes,
    params: { ...MASTER_PARAMS, ...INDEX_EXPRESSION_PARAMS },
    body: 'json',
    privilege: 'indices:manage',
    parse: ({ pathParams, params }) => ({
      target: indexExpression(pathParams.index, params, strictExpandOpenForbidClosed),
      options: submitOptions(params),
    }),
    handle: async ({ target, options }, actors, context) => {
      const indices = targetIndices(actors, context, target, MANAGES);
      const reloaded = await reloadAnalyzers({ indices, options }, actors, context);
      return jsonReply({ _shards: reloaded.shards, ...shown(reloaded) });
    },
  });
}
