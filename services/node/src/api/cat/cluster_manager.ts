/** `GET /_cat/cluster_manager`, `GET /_cat/master`: the elected master. */
import type { ClusterNode } from '@skein/cluster';
import { defineCat } from './cat_endpoint.js';
import { STATE_PARAMS } from './cat_params.js';
import type { Column } from './cat_table.js';
import { hostOf } from './node_address.js';

interface Row {
  readonly node: ClusterNode | undefined;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'id', description: 'node id', cell: (row) => row.node?.id ?? '-' },
  { name: 'host', aliases: ['h'], description: 'host name', cell: (row) => row.node?.host ?? '-' },
  {
    name: 'ip',
    description: 'ip address',
    cell: (row) => (row.node ? hostOf(row.node.transportAddress) : '-'),
  },
  { name: 'node', aliases: ['n'], description: 'node name', cell: (row) => row.node?.name ?? '-' },
];

export const cluster_manager = defineCat({
  id: 'cat.cluster_manager',
  shape: 'local',
  routes: ['GET /_cat/cluster_manager', 'GET /_cat/master'],
  params: STATE_PARAMS,
  privilege: 'cluster:monitor',
  columns: COLUMNS,
  rows: (_request, { masterService }) => {
    const { masterNodeId, nodes } = masterService.state();
    return [{ node: masterNodeId === undefined ? undefined : nodes.get(masterNodeId) }];
  },
});
