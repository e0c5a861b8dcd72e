/** `PUT /{index}/_alias/{name}`; index and name may also stand in the body. */
import type { AliasAction } from '@skein/cluster';
import { isJsonObject, type JsonObject } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { MASTER_PARAMS, submitOptions } from '../../common_params.js';
import { defineEndpoint } from '../../endpoint.js';
import { runAliasActions } from './alias_actions.js';
import { pathNames } from './path_names.js';
import { readAlias } from './read_alias.js';

export const put_alias = defineEndpoint({
  id: 'indices.put_alias',
  shape: 'master',
  routes: [
    'PUT /{index}/_alias/{name}',
    'POST /{index}/_alias/{name}',
    'PUT /{index}/_aliases/{name}',
    'POST /{index}/_aliases/{name}',
    'PUT /{index}/_alias',
    'PUT /{index}/_aliases',
    'PUT /_alias/{name}',
    'POST /_alias/{name}',
    'PUT /_aliases/{name}',
    'POST /_aliases/{name}',
    'PUT /_alias',
  ],
  params: MASTER_PARAMS,
  body: 'json',
  privilege: 'indices:manage',
  parse: ({ pathParams, params, body }) => ({
    action: readAction(pathParams, body.object() ?? {}),
    options: submitOptions(params),
  }),
  handle: ({ action, options }, actors, context) =>
    runAliasActions([action], options, actors, context),
});

function readAction(
  path: Readonly<Record<string, string | undefined>>,
  body: JsonObject,
): AliasAction {
  const { index: bodyIndex, alias: bodyAlias, ...definition } = body;
  const name = typeof bodyAlias === 'string' ? bodyAlias : path.name;
  const index = typeof bodyIndex === 'string' ? bodyIndex : path.index;
  if (index === undefined) throw illegalArgument("[indices] can't be empty");
  if (name === undefined || name === '') throw illegalArgument("[alias] can't be empty string");
  const alias = readAlias(name, isJsonObject(definition) ? definition : {});
  return { kind: 'add', indices: pathNames('indices', index), ...alias };
}
