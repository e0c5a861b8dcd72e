/** `GET /_cat/indices`: indices with their health, documents and sizes. */
import {
  type HealthStatus,
  INDICES_OPTIONS,
  indexHealth,
  indicesOptions,
  requireIndex,
} from '@skein/cluster';
import { booleanParam, enumParam, orDefault } from '@skein/http';
import { INDEX_EXPRESSION_PARAMS } from '../common_params.js';
import { defineCat } from './cat_endpoint.js';
import { indexColumns } from './columns/index_columns.js';
import { shardRows, visibleIndices } from './shard_rows.js';

const HEALTHS: readonly HealthStatus[] = ['green', 'yellow', 'red'];

export const indices = defineCat({
  id: 'cat.indices',
  shape: 'shards',
  routes: ['GET /_cat/indices', 'GET /_cat/indices/{index}'],
  params: {
    ...INDEX_EXPRESSION_PARAMS,
    health: enumParam(HEALTHS, (_name, text) => `unknown cluster health status [${text}]`),
    pri: orDefault(booleanParam, false),
    include_unloaded_segments: orDefault(booleanParam, false),
  },
  privilege: { anyOf: ['indices:monitor', 'indices:read'] },
  columns: ({ params }) => indexColumns(params.pri),
  rows: async ({ pathParams, params }, actors, context) => {
    const options = indicesOptions(
      {
        ignoreUnavailable: params.ignore_unavailable,
        allowNoIndices: params.allow_no_indices,
        expandWildcards: params.expand_wildcards,
      },
      INDICES_OPTIONS.strictExpandOpenClosed,
    );
    const names = visibleIndices(pathParams.index, actors, context, options);
    const state = actors.masterService.state();
    const shards = await shardRows(names, actors, context);
    const rows = names.map((name) => {
      const index = requireIndex(state, name);
      const answered = shards.filter((shard) => shard.index === name && shard.stats);
      return {
        index,
        health: indexHealth(state, index).status,
        primaries: answered.flatMap(({ copy, stats }) => (copy.primary && stats ? [stats] : [])),
        all: answered.flatMap(({ stats }) => (stats ? [stats] : [])),
      };
    });
    return rows.filter(({ health }) => params.health === undefined || params.health === health);
  },
});
