/** `GET /_cat/indices`: indices with their health, documents and sizes. */
import { type HealthStatus, indexHealth, requireIndex } from '@skein/cluster';
import { booleanParam, enumParam, orDefault } from '@skein/http';
import { INDEX_EXPRESSION_PARAMS } from '../common_params.js';
import { defineCat } from './cat_endpoint.js';
import { STATE_PARAMS } from './cat_params.js';
import { indexColumns } from './columns/index_columns.js';
import { targetedRows } from './shard_rows.js';

const HEALTHS: readonly HealthStatus[] = ['green', 'yellow', 'red'];

export const indices = defineCat({
  id: 'cat.indices',
  shape: 'shards',
  routes: ['GET /_cat/indices', 'GET /_cat/indices/{index}'],
  params: {
    ...STATE_PARAMS,
    ...INDEX_EXPRESSION_PARAMS,
    health: enumParam(HEALTHS, (_name, text) => `unknown cluster health status [${text}]`),
    pri: orDefault(booleanParam, false),
    include_unloaded_segments: orDefault(booleanParam, false),
  },
  privilege: { anyOf: ['indices:monitor', 'indices:read'] },
  columns: { all: indexColumns(false), chosen: ({ params }) => indexColumns(params.pri) },
  rows: async (request, actors, context) => {
    const state = actors.masterService.state();
    const { indices: names, rows: shards } = await targetedRows(request, actors, context);
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
    const wanted = request.params.health;
    return rows.filter(({ health }) => wanted === undefined || wanted === health);
  },
});
