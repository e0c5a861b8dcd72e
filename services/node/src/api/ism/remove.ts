/**
 * `POST /_plugins/_ism/remove/{index}`: removes the policy of indices, so that templates do not add
 * one again.
 */
import { withSettings } from '@skein/lifecycle';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { eachIndex, indicesNamed } from './each_index.js';
import { ISM_ROUTES } from './routes.js';

export const remove = defineEndpoint({
  id: 'ism.remove_policy',
  shape: 'master',
  routes: ISM_ROUTES('POST', 'remove/{index}'),
  params: MASTER_PARAMS,
  body: 'none',
  privilege: 'indices:manage',
  parse: ({ pathParams, params }) => ({
    target: indicesNamed(pathParams.index),
    options: submitOptions(params),
  }),
  handle: (request, actors, context) =>
    eachIndex(request, actors, context, (index) => {
      if (index.lifecycle?.dialect !== 'ism') return 'This index does not have a policy to remove';
      return { to: undefined, effects: [withSettings(index.name, UNMANAGED)] };
    }),
});

const UNMANAGED = [
  ['index.plugins.index_state_management.auto_manage', 'false'],
  ['index.plugins.index_state_management.policy_id', null],
  ['index.opendistro.index_state_management.policy_id', null],
] as const;
