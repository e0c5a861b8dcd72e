/** `GET /_cat/repositories`: the snapshot repositories. */
import type { RepositoryRecord } from '@skein/cluster';
import { SEES_SNAPSHOTS } from '../snapshot/snapshot_privileges.js';
import { defineCat } from './cat_endpoint.js';
import { STATE_PARAMS } from './cat_params.js';
import type { Column } from './cat_table.js';

const COLUMNS: readonly Column<RepositoryRecord>[] = [
  {
    name: 'id',
    aliases: ['id', 'repoId'],
    description: 'unique repository id',
    cell: ({ name }) => name,
  },
  {
    name: 'type',
    aliases: ['t', 'type'],
    description: 'repository type',
    cell: ({ type }) => type,
  },
];

export const repositories = defineCat({
  id: 'cat.repositories',
  shape: 'local',
  routes: ['GET /_cat/repositories'],
  params: STATE_PARAMS,
  privilege: SEES_SNAPSHOTS,
  columns: COLUMNS,
  rows: (_request, { masterService }) => [...masterService.state().metadata.repositories.values()],
});
