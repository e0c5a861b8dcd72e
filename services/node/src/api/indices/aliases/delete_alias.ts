/** `DELETE /{index}/_alias/{name}` */
import { MASTER_PARAMS, submitOptions } from '../../common_params.js';
import { defineEndpoint } from '../../endpoint.js';
import { runAliasActions } from './alias_actions.js';
import { pathNames } from './path_names.js';

export const delete_alias = defineEndpoint({
  id: 'indices.delete_alias',
  shape: 'master',
  routes: ['DELETE /{index}/_alias/{name}', 'DELETE /{index}/_aliases/{name}'],
  params: MASTER_PARAMS,
  body: 'none',
  privilege: 'indices:manage',
  parse: ({ pathParams, params }) => ({
    indices: pathNames('indices', pathParams.index ?? ''),
    aliases: pathNames('aliases', pathParams.name ?? ''),
    options: submitOptions(params),
  }),
  handle: ({ indices, aliases, options }, actors, context) =>
    runAliasActions([{ kind: 'remove', indices, aliases }], options, actors, context),
});
