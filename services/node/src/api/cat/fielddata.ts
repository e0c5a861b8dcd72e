/** `GET /_cat/fielddata`: memory of text fields turned around for sorting. Skein sorts from columns and keeps none, so the table is empty. */
import { listParam } from '@skein/http';
import { defineCat } from './cat_endpoint.js';
import type { Column } from './cat_table.js';

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
  rows: () => [],
});
