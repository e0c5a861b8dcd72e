/**
 * Decides which tasks a caller may see in full and change: its own, or with `tasks:manage` those of
 * all users.
 */
import { ApiError } from '@skein/errors';
import type { Actors } from '../../actors.js';
import type { NamedPrivilege } from '../../security/mod.js';
import { isOwn, type TaskId, type TaskRecord } from '../../tasks/mod.js';
import type { RequestContext } from '../endpoint.js';
import type { CommonActors } from '../endpoint_shapes.js';

/** Returns a function that is true for tasks whose details the caller may read. */
export function mayDetail(
  actors: CommonActors,
  context: RequestContext,
): (task: Pick<TaskRecord, 'identity'>) => boolean {
  const managesAll = holds('tasks:manage', actors, context);
  return (task) => managesAll || isOwn(task, context.identity);
}

/**
 * The running task, if there is one. Throws security_exception if it is another user's and the
 * caller lacks `tasks:manage`.
 */
export async function changeableTask(
  id: TaskId,
  { tasks, security }: Pick<Actors, 'tasks' | 'security'>,
  { identity }: RequestContext,
): Promise<TaskRecord | undefined> {
  const task = await tasks.find(id);
  if (task && !isOwn(task, identity)) security.authorize(identity, 'tasks:manage');
  return task;
}

/** True if the caller has the privilege. */
export function holds(
  privilege: NamedPrivilege,
  { security }: Pick<Actors, 'security'>,
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
