/** `PUT /{index}` */
import { type CreateIndexRequest, concreteName } from '@skein/cluster';
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { checkAddedFilters } from '../../shard_host/mod.js';
import { activeCopiesParam, MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { readAliases } from './aliases/read_alias.js';
import { checkAnalysis } from './check_analysis.js';
import { newIndexReply } from './new_index_reply.js';
import { readNewSettings } from './read_settings.js';

export const create = defineEndpoint({
  id: 'indices.create',
  shape: 'master',
  routes: ['PUT /{index}'],
  params: { ...MASTER_PARAMS, wait_for_active_shards: activeCopiesParam },
  body: 'json',
  privilege: 'indices:create',
  parse: ({ pathParams, params, body }) => ({
    providedName: pathParams.index ?? '',
    content: readCreateBody(body.object() ?? {}),
    waitFor: params.wait_for_active_shards,
    options: submitOptions(params),
  }),
  handle: async ({ providedName, content, waitFor, options }, actors, context) => {
    const name = concreteName(providedName, context.nowMs);
    const aliases = content.aliases.map(({ alias }) => alias);
    actors.security.authorizeIndices(context.identity, 'indices:create', [name, ...aliases]);
    await checkAnalysis(content.settings, actors, context.signal);
    const request: CreateIndexRequest = { ...content, name, providedName, cause: 'api' };
    const state = actors.masterService.state();
    const change = { command: 'create_index', request } as const;
    await checkAddedFilters(change, { ...actors, state }, context);
    const { acknowledged: isAcknowledged } = await actors.masterService.submit(
      'create_index',
      request,
      options,
    );
    const { signal } = context;
    return newIndexReply(actors, { index: name, isAcknowledged, waitFor, options, signal });
  },
});

type CreateBody = Pick<CreateIndexRequest, 'settings' | 'mapping' | 'aliases'>;

function readCreateBody(body: JsonObject): CreateBody {
  for (const key of Object.keys(body)) {
    if (!['settings', 'mappings', 'aliases'].includes(key)) {
      throw new ApiError('parse_exception', `unknown key [${key}] for create index`);
    }
  }
  return {
    settings: readNewSettings(body.settings),
    mapping: readNewMapping(body.mappings),
    aliases: readAliases(body.aliases),
  };
}

/** The mapping of a new index or template. A mapping under the old type name `_doc` is refused. */
export function readNewMapping(json: JsonValue | undefined): JsonObject {
  if (json === undefined || json === null) return {};
  if (!isJsonObject(json))
    throw new ApiError('parse_exception', 'key [mappings] must be an object');
  return untyped(json, 'The mapping definition cannot be nested under a type');
}

/** The mapping. Refused for the reason if it is under the old type name `_doc`. */
export function untyped(mapping: JsonObject, reason: string): JsonObject {
  const [only, ...others] = Object.keys(mapping);
  if (only === '_doc' && others.length === 0) {
    throw new ApiError('illegal_argument_exception', reason);
  }
  return mapping;
}
