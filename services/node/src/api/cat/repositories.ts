/** `GET /_cat/repositories`: the snapshot repositories; none can be registered yet. */
import { defineCat } from './cat_endpoint.js';
import type { Column } from './cat_table.js';

interface Row {
  readonly id: string;
  readonly type: string;
}

const COLUMNS: readonly Column<Row>[] = [
  {
    name: 'id',
    aliases: ['id', 'repoId'],
    description: 'unique repository id',
    cell: ({ id }) => id,
  },
  {
    name: 'type',
    aliases: ['t', 'type'],
    description: 'repository type',
    cell: ({ type }) => type,
  },
];

export const repositories = defineCat<Row, Record<string, never>>({
  id: 'cat.repositories',
  shape: 'local',
  routes: ['GET /_cat/repositories'],
  params: {},
  privilege: 'cluster:monitor',
  columns: COLUMNS,
  rows: () => [],
});
