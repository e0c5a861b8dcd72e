/** `GET /_cat/pending_tasks`: the queued changes of the cluster state. */
import type { PendingTask } from '../../master_service/mod.js';
import { defineCat } from './cat_endpoint.js';
import { STATE_PARAMS } from './cat_params.js';
import type { Column } from './cat_table.js';

const COLUMNS: readonly Column<PendingTask>[] = [
  {
    name: 'insertOrder',
    aliases: ['o'],
    description: 'task insertion order',
    right: true,
    cell: (task) => task.insertOrder,
  },
  {
    name: 'timeInQueue',
    aliases: ['t'],
    description: 'how long task has been in queue',
    right: true,
    cell: (task) => ({ ms: task.timeInQueueMs }),
  },
  { name: 'priority', aliases: ['p'], description: 'task priority', cell: (task) => task.priority },
  { name: 'source', aliases: ['s'], description: 'task source', cell: (task) => task.source },
];

export const pending_tasks = defineCat({
  id: 'cat.pending_tasks',
  shape: 'local',
  routes: ['GET /_cat/pending_tasks'],
  params: STATE_PARAMS,
  privilege: 'cluster:monitor',
  columns: COLUMNS,
  rows: (_request, { masterService }) => masterService.pendingTasks(),
});
