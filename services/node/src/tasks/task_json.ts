/** A task in the form of the API. */
import { type JsonObject, RawJson } from '@skein/content';
import type { TaskRecord } from './contract.js';
import { taskIdText } from './task_id.js';

export function taskJson(
  task: TaskRecord,
  { detailed, isShown }: { readonly detailed: boolean; readonly isShown: boolean },
): JsonObject {
  const { id, action, description, status, startedAtMs, parent, opaqueId } = task;
  return {
    node: id.nodeId,
    id: id.number,
    type: 'transport',
    action,
    ...(detailed && status ? { status: new RawJson(status) } : {}),
    // The description names indices, so it is hidden for other users' tasks.
    ...(detailed ? { description: isShown ? description : '' } : {}),
    start_time_in_millis: startedAtMs,
    running_time_in_nanos: task.runningNanos,
    cancellable: task.cancellable,
    cancelled: task.cancelledAtMs !== undefined,
    ...(parent ? { parent_task_id: taskIdText(parent) } : {}),
    headers: opaqueId === undefined ? {} : { 'X-Opaque-Id': opaqueId },
    ...(task.cancelledAtMs === undefined ? {} : { cancellation_time_millis: task.cancelledAtMs }),
  };
}
