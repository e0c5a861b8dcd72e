/** `wait_for_completion=false`: the work goes on as a task, and its name is the answer. */
import { isJsonObject } from '@skein/content';
import { booleanParam, jsonReply, orDefault, type Reply, timeParam } from '@skein/http';
import type { Actors } from '../../actors.js';
import { taskIdText } from '../../tasks/mod.js';
import type { RequestContext } from '../endpoint.js';

const HOUR_MS = 3_600_000;

export const BACKGROUND_PARAMS = {
  wait_for_completion: orDefault(booleanParam, true),
  /** Instead of `timeout`, when nobody waits. */
  task_execution_timeout: orDefault(timeParam, HOUR_MS),
} as const;

export interface BackgroundWork {
  /** `indices:admin/resize`: what lists of tasks are filtered by. */
  readonly action: string;
  readonly description: string;
  /** The task is nobody's wait: its signal takes the place of the request's. */
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
