/**
 * What nodes are at work on for somebody, beyond a single answer: listed, looked at, cancelled. A
 * task's result is kept when its caller did not wait for it.
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
