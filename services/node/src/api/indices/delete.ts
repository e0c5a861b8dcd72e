/** `DELETE /{index}` */
import { clusterSettings, INDICES_OPTIONS } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { acknowledged } from '@skein/http';
import { CLUSTER, readSetting } from '@skein/settings';
import type { Actors } from '../../actors.js';
import { INDEX_EXPRESSION_PARAMS, MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { indexExpression, MANAGES, named, targetIndices } from './index_targets.js';

export const delete_ = defineEndpoint({
  id: 'indices.delete',
  shape: 'master',
  routes: ['DELETE /{index}'],
  params: { ...MASTER_PARAMS, ...INDEX_EXPRESSION_PARAMS },
  body: 'none',
  privilege: 'indices:manage',
  parse: ({ pathParams, params }) => ({
    target: named(
      indexExpression(pathParams.index, params, INDICES_OPTIONS.deleteIndex),
      'index / indices is missing',
    ),
    options: submitOptions(params),
  }),
  handle: async ({ target, options }, actors, context) => {
    refuseWildcards(actors, target.expressions);
    const indices = targetIndices(actors, context, target, MANAGES);
    if (indices.length === 0) return acknowledged();
    const outcome = await actors.masterService.submit('delete_index', { indices }, options);
    return acknowledged({}, outcome.acknowledged);
  },
});

/** Enforces `action.destructive_requires_name`. */
export function refuseWildcards(
  { masterService }: Pick<Actors, 'masterService'>,
  expressions: readonly string[],
): void {
  const settings = clusterSettings(masterService.state());
  if (!readSetting(settings, CLUSTER.general.destructiveName)) return;
  const wide =
    expressions.length === 0 || expressions.some((text) => text === '_all' || text.includes('*'));
  if (wide) {
    throw new ApiError(
      'illegal_argument_exception',
      'Wildcard expressions or all indices are not allowed',
    );
  }
}
