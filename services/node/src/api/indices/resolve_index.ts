/** `GET /_resolve/index/{name}`: resolves names and patterns. */
import { simpleMatch } from '@skein/base';
import {
  type ClusterState,
  INDICES_OPTIONS,
  indexLookup,
  requireIndex,
  streamOf,
} from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { jsonReply } from '@skein/http';
import { INDEX_EXPRESSION_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { indexExpression, READS_METADATA, reachTargets } from './index_targets.js';

export const resolve_index = defineEndpoint({
  id: 'indices.resolve_index',
  shape: 'local',
  routes: ['GET /_resolve/index/{name}'],
  params: INDEX_EXPRESSION_PARAMS,
  body: 'none',
  privilege: { anyOf: READS_METADATA },
  // As in OpenSearch, a name that does not exist resolves to nothing unless the caller objects.
  parse: ({ pathParams, params }) =>
    indexExpression(pathParams.name, params, INDICES_OPTIONS.lenientExpandOpen),
  handle: (target, actors, context) => {
    const reached = reachTargets(actors, context, target, READS_METADATA);
    const { state, expressions } = reached;
    const allowed = new Set(reached.indices);
    const indices = [...expressions].filter((name) => allowed.has(name)).sort();
    return jsonReply({
      indices: indices.map((name) => indexJson(state, name)),
      aliases: aliasesJson(state, target.expressions, allowed),
      data_streams: streamsJson(state, target.expressions, target.options.expandHidden),
    });
  },
});

function indexJson(state: ClusterState, name: string): JsonObject {
  const index = requireIndex(state, name);
  const aliases = [...index.aliases.keys()].sort();
  const hidden = index.settings.get('index.hidden') === 'true';
  const attributes = [...(hidden ? ['hidden'] : []), index.state === 'open' ? 'open' : 'closed'];
  const stream = streamOf(state, name)?.name;
  return {
    name,
    ...(aliases.length === 0 ? {} : { aliases }),
    attributes,
    ...(stream === undefined ? {} : { data_stream: stream }),
  };
}

function streamsJson(
  state: ClusterState,
  expressions: readonly string[],
  showsHidden: boolean,
): JsonObject[] {
  const isNamed = (name: string, hidden: boolean): boolean =>
    expressions.some(
      (text) =>
        text === name || ((showsHidden || !hidden) && (text === '_all' || simpleMatch(text, name))),
    );
  return [...indexLookup(state).values()].flatMap((target) =>
    target.kind === 'data_stream' && isNamed(target.name, target.hidden)
      ? [
          {
            name: target.name,
            backing_indices: target.indices.map((index) => index.name),
            timestamp_field: target.stream.timestampField,
          },
        ]
      : [],
  );
}

/**
 * The aliases in the expression, with all their indices; as in OpenSearch, including closed ones.
 */
function aliasesJson(
  state: ClusterState,
  expressions: readonly string[],
  allowed: ReadonlySet<string>,
): JsonObject[] {
  return [...indexLookup(state).values()]
    .filter((target) => target.kind === 'alias')
    .filter((alias) => expressions.some((text) => text === '_all' || simpleMatch(text, alias.name)))
    .filter((alias) => alias.indices.some((index) => allowed.has(index.name)))
    .map((alias) => ({ name: alias.name, indices: alias.indices.map((index) => index.name) }));
}
