/** `wait_for_completion=false`: runs the work as a task and answers with its id. */
import { isJsonObject } from '@skein/content';
import { booleanParam, jsonReply, orDefault, type Reply, timeParam } from '@skein/http';
import type { Actors } from '../../actors.js';
import { taskIdText } from '../../tasks/mod.js';
import type { RequestContext } from '../endpoint.js';

const HOUR_MS = 3_600_000;

export const BACKGROUND_PARAMS = {
  wait_for_completion: orDefault(booleanParam, true),
  /** Replaces `timeout` when the client does not wait. */
  task_execution_timeout: orDefault(timeParam, HOUR_MS),
} as const;

interface BackgroundWork {
  /** The action's name in task lists, such as `indices:admin/resize`. */
  readonly action: string;
  readonly description: string;
  /** Gets the task's signal instead of the request's, because the work outlives the request. */
  readonly run: (signal: AbortSignal) => Promise<Reply>;
}

export async function inBackground(
  { tasks }: Pick<Actors, 'tasks'>,
  { identity, opaqueId }: RequestContext,
  { action, description, run }: BackgroundWork,
): Promise<Reply> {
  const about = { action, description, identity, opaqueId, cancellable: false };
  const task = await tasks.runDetached(about, async ({ signal }) => {
    const { body } = await run(signal);
    return body.kind === 'json' && isJsonObject(body.value) ? body.value : {};
  });
  return jsonReply({ task: taskIdText(task.id) });
}
