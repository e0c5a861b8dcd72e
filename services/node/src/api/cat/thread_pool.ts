/** `GET /_cat/thread_pool`: the thread pools of every node and their queues. */
import { simpleMatch } from '@skein/base';
import type { ClusterNode } from '@skein/cluster';
import { splitList } from '@skein/http';
import type { ThreadPool } from '../../shard_host/mod.js';
import { defineCat } from './cat_endpoint.js';
import { STATE_PARAMS } from './cat_params.js';
import type { Column } from './cat_table.js';
import { hostOf, portOf } from './node_address.js';

interface Row {
  readonly node: ClusterNode;
  readonly pid: number;
  readonly pool: ThreadPool;
}

const number = (
  name: string,
  alias: string,
  description: string,
  cell: (pool: ThreadPool) => number,
): Column<Row> => ({
  name,
  aliases: [alias],
  description,
  right: true,
  hidden: true,
  cell: ({ pool }) => cell(pool),
});
/**
 * A column that only scaling pools fill; it is always blank, as all pools of Skein have a fixed
 * size.
 */
const scaling = (name: string, alias: string, description: string): Column<Row> => ({
  name,
  aliases: [alias],
  description,
  right: true,
  hidden: true,
  cell: () => null,
});
const shown = (column: Column<Row>): Column<Row> => ({ ...column, hidden: false });

const COLUMNS: readonly Column<Row>[] = [
  { name: 'node_name', aliases: ['nn'], description: 'node name', cell: ({ node }) => node.name },
  {
    name: 'node_id',
    aliases: ['id'],
    description: 'persistent node id',
    hidden: true,
    cell: ({ node }) => node.id,
  },
  {
    name: 'ephemeral_node_id',
    aliases: ['eid'],
    description: 'ephemeral node id',
    hidden: true,
    cell: ({ node }) => node.ephemeralId,
  },
  { name: 'pid', aliases: ['p'], description: 'process id', hidden: true, cell: ({ pid }) => pid },
  {
    name: 'host',
    aliases: ['h'],
    description: 'host name',
    hidden: true,
    cell: ({ node }) => node.host,
  },
  {
    name: 'ip',
    aliases: ['i'],
    description: 'ip address',
    hidden: true,
    cell: ({ node }) => hostOf(node.transportAddress),
  },
  {
    name: 'port',
    aliases: ['po'],
    description: 'bound transport port',
    hidden: true,
    cell: ({ node }) => portOf(node.transportAddress),
  },
  { name: 'name', aliases: ['n'], description: 'thread pool name', cell: ({ pool }) => pool.name },
  {
    name: 'type',
    aliases: ['t'],
    description: 'thread pool type',
    hidden: true,
    cell: () => 'fixed',
  },
  shown(number('active', 'a', 'number of active threads', (pool) => pool.active)),
  number('pool_size', 'psz', 'number of threads', (pool) => pool.threads),
  shown(number('queue', 'q', 'number of tasks currently in queue', (pool) => pool.queue)),
  number(
    'queue_size',
    'qs',
    'maximum number of tasks permitted in queue',
    (pool) => pool.queueSize ?? -1,
  ),
  shown(number('rejected', 'r', 'number of rejected tasks', (pool) => pool.rejected)),
  number('largest', 'l', 'highest number of seen active threads', (pool) => pool.largest),
  number('completed', 'c', 'number of completed tasks', (pool) => pool.completed),
  number('total_wait_time', 'twt', 'total time tasks waited; -1: not measured', () => -1),
  scaling('core', 'cr', 'core number of threads in a scaling thread pool'),
  scaling('max', 'mx', 'maximum number of threads in a scaling thread pool'),
  number('size', 'sz', 'number of threads in a fixed thread pool', (pool) => pool.size),
  scaling('keep_alive', 'ka', 'thread keep alive time'),
];

export const thread_pool = defineCat({
  id: 'cat.thread_pool',
  shape: 'nodes',
  routes: ['GET /_cat/thread_pool', 'GET /_cat/thread_pool/{thread_pool_patterns}'],
  params: STATE_PARAMS,
  privilege: 'cluster:monitor',
  columns: COLUMNS,
  rows: async ({ pathParams }, { masterService, nodeOperations }) => {
    const patterns = splitList(pathParams.thread_pool_patterns ?? '*');
    const { nodes } = masterService.state();
    const { reports } = await nodeOperations.reports([...nodes.keys()]);
    return reports.flatMap(({ facts, process: { pid }, threadPools }) => {
      const node = nodes.get(facts.id);
      if (!node) return [];
      return threadPools
        .filter(({ name }) => patterns.some((pattern) => simpleMatch(pattern, name)))
        .map((pool) => ({ node, pid, pool }));
    });
  },
});
