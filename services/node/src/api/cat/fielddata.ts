/** `GET /_cat/fielddata`: memory of the field data of text fields, by node and field. */
import { simpleMatch } from '@skein/base';
import { INDICES_OPTIONS } from '@skein/cluster';
import { listParam, splitList } from '@skein/http';
import { READS_METADATA, targetIndices } from '../indices/index_targets.js';
import { defineCat } from './cat_endpoint.js';
import type { Column } from './cat_table.js';
import { hostOf } from './node_address.js';
import { shardRows } from './shard_rows.js';

interface Row {
  readonly nodeId: string;
  readonly host: string;
  readonly ip: string;
  readonly nodeName: string;
  readonly field: string;
  readonly sizeBytes: number;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'id', description: 'node id', cell: (row) => row.nodeId },
  { name: 'host', aliases: ['h'], description: 'host name', cell: (row) => row.host },
  { name: 'ip', description: 'ip address', cell: (row) => row.ip },
  { name: 'node', aliases: ['n'], description: 'node name', cell: (row) => row.nodeName },
  { name: 'field', aliases: ['f'], description: 'field name', cell: (row) => row.field },
  {
    name: 'size',
    aliases: ['s'],
    description: 'memory of the field',
    right: true,
    cell: (row) => ({ bytes: row.sizeBytes }),
  },
];

export const fielddata = defineCat({
  id: 'cat.fielddata',
  shape: 'nodes',
  routes: ['GET /_cat/fielddata', 'GET /_cat/fielddata/{fields}'],
  params: { fields: listParam },
  privilege: 'cluster:monitor',
  columns: COLUMNS,
  rows: async ({ pathParams, params }, actors, context) => {
    const requested =
      pathParams.fields === undefined ? params.fields : splitList(pathParams.fields);
    const patterns = requested === undefined || requested.length === 0 ? ['*'] : requested;
    const { nodes } = actors.masterService.state();
    const everything = { expressions: [], options: INDICES_OPTIONS.strictExpandOpenClosed };
    const indices = targetIndices(actors, context, everything, READS_METADATA);
    const shards = await shardRows(indices, actors, context);
    const sizes = new Map<string, Map<string, number>>();
    for (const { copy, stats } of shards) {
      for (const { field, bytes } of stats?.fielddata ?? []) {
        if (field === undefined || copy.nodeId === undefined) continue;
        if (!patterns.some((pattern) => simpleMatch(pattern, field))) continue;
        const ofNode = sizes.get(copy.nodeId) ?? new Map<string, number>();
        sizes.set(copy.nodeId, ofNode.set(field, (ofNode.get(field) ?? 0) + bytes));
      }
    }
    return [...sizes].flatMap(([nodeId, fields]): Row[] => {
      const node = nodes.get(nodeId);
      if (node === undefined) return [];
      const ip = hostOf(node.transportAddress);
      const where = { nodeId, host: node.host, ip, nodeName: node.name };
      return [...fields].map(([field, sizeBytes]) => ({ ...where, field, sizeBytes }));
    });
  },
});
