/**
 * The columns of `_cat/indices`: those of the index itself, then each shard figure twice, summed
 * over all copies and over the primaries alone.
 */
import { parseDateFormat } from '@skein/dates';
import type { ShardStats } from '@skein/shard';
import type { Column } from '../cat_table.js';
import type { Cell } from '../cell.js';
import type { IndexRow } from './index_row.js';
import { INDEX_STAT_COLUMNS } from './more_stat_columns.js';
import { type StatColumn, sumCell } from './stat_columns.js';

const CREATION_FORMAT = parseDateFormat('strict_date_time');

const STORE: StatColumn = {
  name: 'store.size',
  aliases: ['ss', 'storeSize'],
  description: 'size on disk of primaries and replicas',
  unit: 'bytes',
  read: (stats) => stats.storeBytes,
};

function primarySum(row: IndexRow, read: (stats: ShardStats) => number): Cell {
  if (row.primaries.length === 0) return null;
  return row.primaries.reduce((sum, stats) => sum + read(stats), 0);
}

const OWN: readonly Column<IndexRow>[] = [
  {
    name: 'health',
    aliases: ['h'],
    description: 'current health status',
    cell: (row) => row.health,
  },
  { name: 'status', aliases: ['s'], description: 'open or close', cell: (row) => row.index.state },
  {
    name: 'index',
    aliases: ['i', 'idx'],
    description: 'index name',
    cell: (row) => row.index.name,
  },
  {
    name: 'uuid',
    aliases: ['id', 'uuid'],
    description: 'index uuid',
    cell: (row) => row.index.uuid,
  },
  {
    name: 'pri',
    aliases: ['p', 'shards.primary', 'shardsPrimary'],
    description: 'number of primary shards',
    right: true,
    cell: (row) => row.index.numberOfShards,
  },
  {
    name: 'rep',
    aliases: ['r', 'shards.replica', 'shardsReplica'],
    description: 'number of replica shards',
    right: true,
    cell: (row) => row.index.numberOfReplicas,
  },
  {
    name: 'docs.count',
    aliases: ['dc', 'docsCount'],
    description: 'available docs',
    right: true,
    cell: (row) => primarySum(row, (stats) => stats.docs.count),
  },
  {
    name: 'docs.deleted',
    aliases: ['dd', 'docsDeleted'],
    description: 'deleted docs',
    right: true,
    cell: (row) => primarySum(row, (stats) => stats.docs.deleted),
  },
  {
    name: 'creation.date',
    aliases: ['cd'],
    description: 'index creation date (milliseconds)',
    hidden: true,
    cell: (row) => row.index.creationDateMs,
  },
  {
    name: 'creation.date.string',
    aliases: ['cds'],
    description: 'index creation date (as string)',
    hidden: true,
    cell: (row) => CREATION_FORMAT.format(row.index.creationDateMs),
  },
];

const THROTTLED: Column<IndexRow> = {
  name: 'search.throttled',
  aliases: ['sth'],
  description: 'indicates if the index search is throttled',
  hidden: true,
  cell: (row) => row.index.settings.get('index.search.throttled') === 'true',
};

/**
 * The columns `store.size` and `pri.store.size`; with `?pri` the first sums primaries only, too.
 */
function pair(
  column: StatColumn,
  options: { readonly hidden: boolean; readonly primariesOnly: boolean },
): Column<IndexRow>[] {
  const { name, aliases = [], description } = column;
  const { hidden } = options;
  return [
    {
      name,
      aliases,
      description,
      hidden,
      right: true,
      cell: (row) => sumCell(column, options.primariesOnly ? row.primaries : row.all),
    },
    {
      name: `pri.${name}`,
      description: `${description}, primaries`,
      hidden,
      right: true,
      cell: (row) => sumCell(column, row.primaries),
    },
  ];
}

export function indexColumns(primariesOnly: boolean): readonly Column<IndexRow>[] {
  return [
    ...OWN,
    ...pair(STORE, { hidden: false, primariesOnly }),
    ...INDEX_STAT_COLUMNS.flatMap((column) => pair(column, { hidden: true, primariesOnly })),
    THROTTLED,
  ];
}
