/** `GET /_alias`, `GET /{index}/_alias/{name}` */
import { INDICES_OPTIONS, type IndexMetadata, requireIndex } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { jsonReply, type Reply, splitList } from '@skein/http';
import { INDEX_EXPRESSION_PARAMS, LOCAL_PARAM } from '../../common_params.js';
import { defineEndpoint } from '../../endpoint.js';
import { indexExpression, READS_METADATA, shownIndices } from '../index_targets.js';
import { missingAliases, selectAliases } from './alias_selection.js';
import { renderAlias, renderAliases } from './render_alias.js';

export const get_alias = defineEndpoint({
  id: 'indices.get_alias',
  shape: 'local',
  routes: [
    'GET /_alias',
    'GET /_aliases',
    'GET /_alias/{name}',
    'GET /{index}/_alias',
    'GET /{index}/_alias/{name}',
  ],
  params: { ...INDEX_EXPRESSION_PARAMS, ...LOCAL_PARAM },
  body: 'none',
  privilege: { anyOf: READS_METADATA },
  parse: ({ pathParams, params }) => ({
    target: indexExpression(pathParams.index, params, INDICES_OPTIONS.readAliases),
    names: pathParams.name === undefined ? undefined : splitList(pathParams.name),
  }),
  handle: ({ target, names }, actors, context) => {
    const state = actors.masterService.state();
    const indices = shownIndices(actors, context, target, READS_METADATA).map((name) =>
      requireIndex(state, name),
    );
    return names === undefined ? allAliases(indices) : namedAliases(indices, names);
  },
});

function allAliases(indices: readonly IndexMetadata[]): Reply {
  return jsonReply(
    Object.fromEntries(indices.map((index) => [index.name, { aliases: renderAliases(index) }])),
  );
}

/**
 * Shows only indices with one of the aliases. If a name matches nothing, the status is 404, and the
 * found ones are still shown.
 */
function namedAliases(indices: readonly IndexMetadata[], names: readonly string[]): Reply {
  const found = new Set<string>();
  const entries: [string, JsonObject][] = [];
  for (const index of indices) {
    const aliases = selectAliases(index, names);
    for (const alias of aliases) found.add(alias.name);
    const rendered = Object.fromEntries(aliases.map((alias) => [alias.name, renderAlias(alias)]));
    if (aliases.length > 0) entries.push([index.name, { aliases: rendered }]);
  }
  const missing = missingAliases(names, found);
  if (missing.length === 0) return jsonReply(Object.fromEntries(entries));
  const error =
    missing.length === 1
      ? `alias [${missing[0]}] missing`
      : `aliases [${missing.join(',')}] missing`;
  return jsonReply({ error, status: 404, ...Object.fromEntries(entries) }, 404);
}
