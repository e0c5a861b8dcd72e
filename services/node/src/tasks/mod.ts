/**
 * Tasks: long work of nodes that can be listed, inspected and cancelled. The result of a task is
 * stored if its caller did not wait for it.
 */

export { ClusterTasks } from './cluster_tasks.js';
export type {
  FoundTasks,
  NewTask,
  ResultReader,
  Task,
  TaskFilter,
  TaskId,
  TaskOutcome,
  TaskRecord,
  Tasks,
} from './contract.js';
export { LocalTasks } from './local_tasks.js';
export { isOwn, ownerKey } from './owner.js';
export { TASK_ROUTES, type TaskCalls } from './task_calls.js';
export { parseTaskId, taskIdText } from './task_id.js';
export { taskJson } from './task_json.js';
export { recordOf } from './task_record.js';
export { TaskResults } from './task_results.js';
