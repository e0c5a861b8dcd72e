/**
 * The tasks of all nodes: the local ones directly, others through calls to their nodes. The
 * identity of the caller is sent along, and the called node decides what it may see.
 */
import { decodePlain, encodePlain } from '@skein/bytes';
import type { JsonObject } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import type { MasterService } from '../master_service/mod.js';
import { type NodeLinks, UNREACHABLE } from '../node_links/mod.js';
import type {
  FoundTasks,
  NewTask,
  ResultReader,
  Task,
  TaskFilter,
  TaskId,
  TaskRecord,
  Tasks,
} from './contract.js';
import type { LocalTasks } from './local_tasks.js';
import type { TaskCalls } from './task_calls.js';
import { recordOf } from './task_record.js';

/** Extra time for an answer to arrive after a node has waited as long as requested. */
const MARGIN_MS = 5000;

export interface ClusterTasksParts {
  readonly links: Pick<NodeLinks<TaskCalls>, 'call' | 'handle'>;
  readonly masterService: Pick<MasterService, 'state'>;
  readonly local: LocalTasks;
}

export class ClusterTasks implements Tasks {
  readonly #links: ClusterTasksParts['links'];
  readonly #local: LocalTasks;
  readonly #masterService: ClusterTasksParts['masterService'];

  /** Registers the handlers. */
  constructor({ links, local, masterService }: ClusterTasksParts) {
    this.#links = links;
    this.#local = local;
    this.#masterService = masterService;
    links.handle('tasks/list', ({ actions, parent }) => ({
      tasks: encodePlain(local.list({ actions, parent }).map(recordOf)),
    }));
    links.handle('tasks/find', ({ number }) => {
      const task = local.find(number);
      return { tasks: encodePlain(task === undefined ? [] : [recordOf(task)]) };
    });
    links.handle('tasks/cancel', ({ number, reason }) => {
      local.cancel(number, reason);
      return {};
    });
    links.handle('tasks/ended', async ({ number, timeoutMs }) => ({
      inTime: await local.ended(number, timeoutMs),
    }));
  }

  get nodeId(): string {
    return this.#local.nodeId;
  }

  run<T>(task: NewTask, work: (task: Task) => Promise<T>): Promise<T> {
    return this.#local.run(task, work);
  }

  runDetached(task: NewTask, work: (task: Task) => Promise<JsonObject>): Promise<Task> {
    return this.#local.runDetached(task, work);
  }

  async list(filter: TaskFilter, nodeIds: readonly string[]): Promise<FoundTasks> {
    const answers = await Promise.all(nodeIds.map((nodeId) => this.#listOf(nodeId, filter)));
    return {
      tasks: answers.flatMap((answer) => (answer instanceof ApiError ? [] : answer)),
      failures: answers.flatMap((answer) => (answer instanceof ApiError ? [answer] : [])),
    };
  }

  async find({ nodeId, number }: TaskId): Promise<TaskRecord | undefined> {
    if (nodeId === this.nodeId) {
      const task = this.#local.find(number);
      return task && recordOf(task);
    }
    try {
      const { tasks } = await this.#links.call(nodeId, 'tasks/find', { number });
      const [found] = decodePlain(tasks);
      return found;
    } catch (thrown) {
      // A node that is gone runs no tasks any more.
      if (this.#isGone(nodeId, thrown)) return undefined;
      throw thrown;
    }
  }

  async cancel({ nodeId, number }: TaskId, reason: string): Promise<void> {
    if (nodeId === this.nodeId) this.#local.cancel(number, reason);
    else await this.#links.call(nodeId, 'tasks/cancel', { number, reason });
  }

  async ended({ nodeId, number }: TaskId, timeoutMs: number): Promise<boolean> {
    if (nodeId === this.nodeId) return this.#local.ended(number, timeoutMs);
    try {
      const request = { number, timeoutMs };
      const options = { timeoutMs: timeoutMs + MARGIN_MS };
      const { inTime } = await this.#links.call(nodeId, 'tasks/ended', request, options);
      return inTime;
    } catch (thrown) {
      if (this.#isGone(nodeId, thrown)) return true;
      throw thrown;
    }
  }

  result(id: TaskId, reader: ResultReader): Promise<JsonObject | undefined> {
    return this.#local.result(id, reader);
  }

  stop(): void {
    this.#local.stop();
  }

  /** A member of the cluster that does not answer may still be running its tasks. */
  #isGone(nodeId: string, thrown: unknown): boolean {
    return (
      UNREACHABLE.has(asApiError(thrown).type) && !this.#masterService.state().nodes.has(nodeId)
    );
  }

  async #listOf(nodeId: string, filter: TaskFilter): Promise<readonly TaskRecord[] | ApiError> {
    if (nodeId === this.nodeId) return this.#local.list(filter).map(recordOf);
    const { actions, parent } = filter;
    try {
      const request = { actions, ...(parent && { parent }) };
      const { tasks } = await this.#links.call(nodeId, 'tasks/list', request);
      return decodePlain(tasks);
    } catch (thrown) {
      return new ApiError('failed_node_exception', `Failed node [${nodeId}]`, {
        metadata: { node_id: nodeId },
        cause: asApiError(thrown),
      });
    }
  }
}
