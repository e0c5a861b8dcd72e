/** `GET /_resolve/index/{name}`: resolves names and patterns. */
import {
  type ClusterState,
  INDICES_OPTIONS,
  type IndexMetadata,
  indexLookup,
  type NamedTarget,
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
  parse: ({ pathParams, params }) => {
    const asked = indexExpression(pathParams.name, params, INDICES_OPTIONS.lenientExpandOpen);
    return { ...asked, expressions: withAliases(asked.expressions) };
  },
  handle: (target, actors, context) => {
    const { state, expressions } = reachTargets(actors, context, target, READS_METADATA);
    const lookup = indexLookup(state);
    const found = [...expressions].sort().flatMap((name) => lookup.get(name) ?? []);
    return jsonReply({
      indices: found.flatMap(({ kind, name }) =>
        kind === 'index' ? [indexJson(state, name)] : [],
      ),
      aliases: found.flatMap((each) => (each.kind === 'alias' ? [aliasJson(each)] : [])),
      data_streams: found.flatMap((each) =>
        each.kind === 'data_stream' ? [streamJson(each)] : [],
      ),
    });
  },
});

/** Elsewhere `*` and `_all` mean all indices; here they mean aliases too. */
function withAliases(expressions: readonly string[]): readonly string[] {
  if (expressions.length === 0) return ['**'];
  return expressions.map((text) => text.replace(/^(-?)(?:\*|_all)$/, '$1**'));
}

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

function streamJson({ name, indices, stream }: NamedTarget & { kind: 'data_stream' }): JsonObject {
  return { name, backing_indices: namesOf(indices), timestamp_field: stream.timestampField };
}

/** As in OpenSearch, an alias is shown with all its indices, also with closed and excluded ones. */
function aliasJson({ name, indices }: NamedTarget): JsonObject {
  return { name, indices: namesOf(indices) };
}

function namesOf(indices: readonly IndexMetadata[]): string[] {
  return indices.map(({ name }) => name);
}
