/**
 * Records of detached tasks: documents of the index `.tasks`, which is created with the first one.
 * A record exists from the start of its task and outlives the node.
 */
import type { CreateIndexRequest } from '@skein/cluster';
import { encodeJson, isJsonObject, type JsonObject, parseJson } from '@skein/content';
import { ApiError, errorDetail } from '@skein/errors';
import { type DocumentRouter, plainWrite, type RoutedWrite } from '../document_router/mod.js';
import type { MasterService } from '../master_service/mod.js';
import type { Identity } from '../security/mod.js';
import type { ResultReader, Task, TaskId, TaskOutcome } from './contract.js';
import { ownerKey } from './owner.js';
import { taskIdText } from './task_id.js';
import { taskJson } from './task_json.js';
import { recordOf } from './task_record.js';

const TASKS_INDEX = '.tasks';
const SECOND_MS = 1000;
const TIMEOUT_MS = 30 * SECOND_MS;

/** The node's own rights, regardless of the task's owner. */
const NODE: Identity = {
  subject: '_node',
  clientId: undefined,
  scope: [`indices:all:${TASKS_INDEX}`],
};

/** Fields of a record that are stored but not searchable. */
const KEPT = { type: 'object', enabled: false } as const;
const MAPPING: JsonObject = {
  dynamic: 'strict',
  properties: {
    completed: { type: 'boolean' },
    owner: { type: 'keyword' },
    task: KEPT,
    response: KEPT,
    error: KEPT,
  },
};

interface TaskResultsParts {
  readonly masterService: Pick<MasterService, 'state' | 'submit'>;
  readonly documentRouter: Pick<DocumentRouter, 'bulk' | 'get'>;
}

export class TaskResults {
  readonly #parts: TaskResultsParts;

  constructor(parts: TaskResultsParts) {
    this.#parts = parts;
  }

  /** Records a task that starts now. */
  begin(task: Task): Promise<void> {
    return this.#write(task, { completed: false });
  }

  keep(task: Task, outcome: TaskOutcome): Promise<void> {
    return this.#write(task, {
      completed: true,
      ...('response' in outcome
        ? { response: outcome.response }
        : { error: errorDetail(outcome.error) }),
    });
  }

  async #write(task: Task, outcome: JsonObject): Promise<void> {
    await this.#ensureIndex();
    const about = {
      owner: ownerKey(task.identity),
      task: taskJson(recordOf(task), { detailed: true, isShown: true }),
    };
    const written = document(task.id, { ...about, ...outcome });
    const { results } = await this.#parts.documentRouter.bulk([written], {
      refresh: 'false',
      timeoutMs: TIMEOUT_MS,
      waitForActiveShards: '',
      identity: NODE,
      signal: new AbortController().signal,
      nowMs: task.startedAtMs,
    });
    const [answer] = results;
    if (answer?.result.ok === false) {
      throw new ApiError('illegal_state_exception', answer.result.error.reason);
    }
  }

  async read(
    id: TaskId,
    { identity, seesAll, signal }: ResultReader,
  ): Promise<JsonObject | undefined> {
    if (!this.#parts.masterService.state().metadata.indices.has(TASKS_INDEX)) return undefined;
    const { result } = await this.#parts.documentRouter.get(
      {
        index: TASKS_INDEX,
        id: taskIdText(id),
        routing: undefined,
        preference: undefined,
        realtime: true,
        refresh: false,
        version: undefined,
        versionType: 'internal',
        source: { enabled: true, includes: [], excludes: [] },
        storedFields: [],
      },
      { identity: NODE, signal },
    );
    const kept = result.source && parseJson(result.source);
    if (!isJsonObject(kept) || !(seesAll || kept.owner === ownerKey(identity))) return undefined;
    const { owner: _owner, ...shown } = kept;
    return shown.completed === true ? shown : { ...shown, ...lost(id) };
  }

  async #ensureIndex(): Promise<void> {
    const { masterService } = this.#parts;
    if (masterService.state().metadata.indices.has(TASKS_INDEX)) return;
    const settings = new Map([
      ['index.hidden', 'true'],
      ['index.number_of_shards', '1'],
      ['index.auto_expand_replicas', '0-1'],
    ]);
    const request: CreateIndexRequest = {
      name: TASKS_INDEX,
      providedName: TASKS_INDEX,
      settings,
      mapping: MAPPING,
      aliases: [],
      cause: 'api',
    };
    try {
      const options = { timeoutMs: TIMEOUT_MS, masterTimeoutMs: TIMEOUT_MS };
      await masterService.submit('create_index', request, options);
    } catch (thrown) {
      const isThere =
        thrown instanceof ApiError && thrown.type === 'resource_already_exists_exception';
      if (!isThere) throw thrown;
    }
  }
}

/** The result of a task that does not run and has no recorded outcome. */
function lost(id: TaskId): JsonObject {
  const reason = `task [${taskIdText(id)}] was lost: its node stopped, or cannot be reached, before the task had ended`;
  const error = new ApiError('node_disconnected_exception', reason);
  return { completed: true, error: errorDetail(error) };
}

function document(id: TaskId, result: JsonObject): RoutedWrite {
  return plainWrite({
    op: 'index',
    index: TASKS_INDEX,
    id: taskIdText(id),
    body: encodeJson(result),
  });
}
