/** `GET /_cat/nodeattrs`: the custom attributes of the nodes. */
import type { ClusterNode } from '@skein/cluster';
import { defineCat } from './cat_endpoint.js';
import { STATE_PARAMS } from './cat_params.js';
import type { Column } from './cat_table.js';
import { hostOf, portOf } from './node_address.js';

interface Row {
  readonly node: ClusterNode;
  readonly pid: number;
  readonly attribute: string;
  readonly value: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'node', aliases: ['name'], description: 'node name', cell: (row) => row.node.name },
  {
    name: 'id',
    aliases: ['id', 'nodeId'],
    description: 'unique node id',
    hidden: true,
    cell: (row) => row.node.id,
  },
  { name: 'pid', aliases: ['p'], description: 'process id', hidden: true, cell: (row) => row.pid },
  { name: 'host', aliases: ['h'], description: 'host name', cell: (row) => row.node.host },
  {
    name: 'ip',
    aliases: ['i'],
    description: 'ip address',
    cell: (row) => hostOf(row.node.transportAddress),
  },
  {
    name: 'port',
    aliases: ['po'],
    description: 'bound transport port',
    hidden: true,
    cell: (row) => portOf(row.node.transportAddress),
  },
  {
    name: 'attr',
    aliases: ['attr.name'],
    description: 'attribute description',
    cell: (row) => row.attribute,
  },
  {
    name: 'value',
    aliases: ['attr.value'],
    description: 'attribute value',
    cell: (row) => row.value,
  },
];

export const nodeattrs = defineCat({
  id: 'cat.nodeattrs',
  shape: 'nodes',
  routes: ['GET /_cat/nodeattrs'],
  params: STATE_PARAMS,
  privilege: 'cluster:monitor',
  columns: COLUMNS,
  rows: async (_request, { masterService, nodeOperations }) => {
    const { nodes } = masterService.state();
    const { reports } = await nodeOperations.reports([...nodes.keys()]);
    return reports.flatMap(({ facts, process }) => {
      const node = nodes.get(facts.id);
      if (!node) return [];
      const { pid } = process;
      return [...node.attributes].map(([attribute, value]) => ({ node, pid, attribute, value }));
    });
  },
});
