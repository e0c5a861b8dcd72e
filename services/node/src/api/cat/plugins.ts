/** `GET /_cat/plugins`: Skein has no plugins, so the table is empty. */
import { defineCat } from './cat_endpoint.js';
import { STATE_PARAMS } from './cat_params.js';
import type { Column } from './cat_table.js';

interface Row {
  readonly nodeId: string;
  readonly nodeName: string;
  readonly component: string;
  readonly version: string;
  readonly description: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'id', description: 'unique node id', hidden: true, cell: (row) => row.nodeId },
  { name: 'name', aliases: ['n'], description: 'node name', cell: (row) => row.nodeName },
  { name: 'component', aliases: ['c'], description: 'component', cell: (row) => row.component },
  { name: 'version', aliases: ['v'], description: 'component version', cell: (row) => row.version },
  {
    name: 'description',
    aliases: ['d'],
    description: 'plugin details',
    hidden: true,
    cell: (row) => row.description,
  },
];

export const plugins = defineCat({
  id: 'cat.plugins',
  shape: 'local',
  routes: ['GET /_cat/plugins'],
  params: STATE_PARAMS,
  privilege: 'cluster:monitor',
  columns: COLUMNS,
  rows: () => [],
});
