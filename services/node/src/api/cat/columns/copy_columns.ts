/** The columns that name the shard copy of a row, shared by the cats that list copies. */
import type { ClusterNode, ShardCopy } from '@skein/cluster';
import type { Column } from '../cat_table.js';
import { hostOf } from '../node_address.js';

interface OfShard {
  readonly index: string;
  readonly shardId: number;
}

export interface OfCopy extends OfShard {
  readonly copy: Pick<ShardCopy, 'primary'>;
  /** The node that holds the copy; undefined when the copy is unassigned. */
  readonly node: ClusterNode | undefined;
}

export const SHARD_COLUMNS: readonly Column<OfShard>[] = [
  { name: 'index', aliases: ['i', 'idx'], description: 'index name', cell: (row) => row.index },
  { name: 'shard', aliases: ['s', 'sh'], description: 'shard name', cell: (row) => row.shardId },
];

export const COPY_COLUMNS: readonly Column<OfCopy>[] = [
  ...SHARD_COLUMNS,
  {
    name: 'prirep',
    aliases: ['p', 'pr', 'primaryOrReplica'],
    description: 'primary or replica',
    cell: (row) => (row.copy.primary ? 'p' : 'r'),
  },
];

export const PLACE_COLUMNS: readonly Column<OfCopy>[] = [
  {
    name: 'ip',
    description: 'ip of node where it lives',
    cell: (row) => (row.node ? hostOf(row.node.transportAddress) : null),
  },
  {
    name: 'id',
    description: 'unique id of node where it lives',
    hidden: true,
    cell: (row) => row.node?.id ?? null,
  },
];
