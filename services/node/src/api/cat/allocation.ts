/** `GET /_cat/allocation`: shards and disk space by node. */
import { chosenNodes, type NodeReport } from '../../node_operations/mod.js';
import { SYSTEM_IDENTITY } from '../../security/system_identity.js';
import { defineCat } from './cat_endpoint.js';
import { STATE_PARAMS } from './cat_params.js';
import type { Column } from './cat_table.js';
import { shardRows } from './shard_rows.js';

interface Row {
  readonly shards: number;
  readonly indicesBytes: number;
  /** Absent in the row of unassigned shards. */
  readonly report: NodeReport | undefined;
}

function diskBytes(read: (disk: NodeReport['sample']['disk']) => number): Column<Row>['cell'] {
  return ({ report }) => (report ? { bytes: read(report.sample.disk) } : null);
}

const COLUMNS: readonly Column<Row>[] = [
  {
    name: 'shards',
    aliases: ['s'],
    description: 'number of shards on node',
    right: true,
    cell: (row) => row.shards,
  },
  {
    name: 'disk.indices',
    aliases: ['di', 'diskIndices'],
    description: 'disk used by indices',
    right: true,
    cell: (row) => (row.report ? { bytes: row.indicesBytes } : null),
  },
  {
    name: 'disk.used',
    aliases: ['du', 'diskUsed'],
    description: 'disk used (total, not just indices)',
    right: true,
    cell: diskBytes((disk) => disk.totalBytes - disk.availableBytes),
  },
  {
    name: 'disk.avail',
    aliases: ['da', 'diskAvail'],
    description: 'disk available',
    right: true,
    cell: diskBytes((disk) => disk.availableBytes),
  },
  {
    name: 'disk.total',
    aliases: ['dt', 'diskTotal'],
    description: 'total capacity of all volumes',
    right: true,
    cell: diskBytes((disk) => disk.totalBytes),
  },
  {
    name: 'disk.percent',
    aliases: ['dp', 'diskPercent'],
    description: 'percent disk used',
    right: true,
    cell: ({ report }) => {
      if (!report) return null;
      const { totalBytes, availableBytes } = report.sample.disk;
      return totalBytes === 0 ? 0 : Math.floor(((totalBytes - availableBytes) * 100) / totalBytes);
    },
  },
  {
    name: 'host',
    aliases: ['h'],
    description: 'host of node',
    cell: (row) => row.report?.facts.host ?? null,
  },
  { name: 'ip', description: 'ip of node', cell: (row) => row.report?.facts.ip ?? null },
  {
    name: 'node',
    aliases: ['n'],
    description: 'name of node',
    cell: (row) => row.report?.facts.name ?? 'UNASSIGNED',
  },
];

export const allocation = defineCat({
  id: 'cat.allocation',
  shape: 'nodes',
  routes: ['GET /_cat/allocation', 'GET /_cat/allocation/{nodes}'],
  params: STATE_PARAMS,
  privilege: 'cluster:monitor',
  columns: COLUMNS,
  rows: async ({ pathParams }, actors, context) => {
    const state = actors.masterService.state();
    const chosen = chosenNodes(state, pathParams.nodes, actors.nodeOperations.localNodeId);
    const dataNodes = chosen.filter((id) => state.nodes.get(id)?.roles.includes('data'));
    const { reports } = await actors.nodeOperations.reports(dataNodes);
    const shards = await shardRows([...state.metadata.indices.keys()], actors, {
      ...context,
      identity: SYSTEM_IDENTITY,
    });
    const rows: Row[] = reports.map((report) => {
      const own = shards.filter(({ copy }) => copy.nodeId === report.facts.id);
      const indicesBytes = own.reduce((sum, { stats }) => sum + (stats?.storeBytes ?? 0), 0);
      return { shards: own.length, indicesBytes, report };
    });
    const unassigned = shards.filter(({ copy }) => copy.state === 'UNASSIGNED').length;
    const nowhere = { shards: unassigned, indicesBytes: 0, report: undefined };
    return unassigned === 0 ? rows : [...rows, nowhere];
  },
});
