/** A snapshot of a task as plain data. */
import { encodeJson } from '@skein/content';
import type { Task, TaskRecord } from './contract.js';

export function recordOf(task: Task): TaskRecord {
  const { id, action, description, identity, opaqueId, parent, cancellable } = task;
  const { startedAtMs, cancelledAtMs } = task;
  return {
    id,
    action,
    description: typeof description === 'string' ? description : description(),
    identity,
    opaqueId,
    parent,
    cancellable,
    startedAtMs,
    cancelledAtMs,
    status: task.status && encodeJson(task.status()),
    runningNanos: task.runningNanos(),
  };
}
