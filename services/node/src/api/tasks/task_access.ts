/** Whose tasks a caller may see in full, and change: their own, or everybody's. */
import { ApiError } from '@skein/errors';
import type { Actors } from '../../actors.js';
import type { NamedPrivilege } from '../../security/mod.js';
import { isOwn, type TaskId, type TaskRecord } from '../../tasks/mod.js';
import type { RequestContext } from '../endpoint.js';

/** Says of a task whether the caller may read what it is about. */
export function mayDetail(
  actors: Actors,
  context: RequestContext,
): (task: Pick<TaskRecord, 'identity'>) => boolean {
  const managesAll = holds('tasks:manage', actors, context);
  return (task) => managesAll || isOwn(task, context.identity);
}

/**
 * A task that is under way and that the caller may change; for tasks of others that needs
 * `tasks:manage`.
 */
export async function changeableTask(
  id: TaskId,
  { tasks, security }: Actors,
  { identity }: RequestContext,
): Promise<TaskRecord | undefined> {
  const task = await tasks.find(id);
  if (task && !isOwn(task, identity)) security.authorize(identity, 'tasks:manage');
  return task;
}

export function holds(
  privilege: NamedPrivilege,
  { security }: Actors,
  { identity }: RequestContext,
): boolean {
  try {
    security.authorize(identity, privilege);
    return true;
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.type === 'security_exception') return false;
    throw thrown;
  }
}
