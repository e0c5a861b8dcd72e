/** `GET /_cluster/pending_tasks` */
import { formatTimeMs } from '@skein/base';
import { jsonReply } from '@skein/http';
import { LOCAL_PARAM, MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

export const pending_tasks = defineEndpoint({
  id: 'cluster.pending_tasks',
  shape: 'master',
  routes: ['GET /_cluster/pending_tasks'],
  params: { ...MASTER_TIMEOUT_PARAMS, ...LOCAL_PARAM },
  body: 'none',
  privilege: 'cluster:monitor',
  parse: () => undefined,
  handle: async (_request, { masterService }) => {
    const tasks = await masterService.pendingTasks();
    return jsonReply({
      tasks: tasks.map((task) => ({
        insert_order: task.insertOrder,
        priority: task.priority,
        source: task.source,
        executing: false,
        time_in_queue_millis: task.timeInQueueMs,
        time_in_queue: formatTimeMs(task.timeInQueueMs),
      })),
    });
  },
});
