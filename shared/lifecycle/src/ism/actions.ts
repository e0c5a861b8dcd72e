/**
 * The actions of OpenSearch's policies by name. A new one needs a line here and an implementation
 * in `../actions`.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import { priority, replicaCount, writeBlock } from '../actions/change_settings.js';
import { forceMerge } from '../actions/force_merge.js';
import { notification } from '../actions/notification.js';
import { closeIndex, deleteIndex, openIndex } from '../actions/open_close_delete.js';
import { countOf, textOf, timeOf } from '../conditions.js';
import { illegal, objectOf, readMembers } from '../members.js';
import { type Action, type Retry, THREE_TIMES } from '../policy.js';
import { readAlias } from './read_alias.js';
import { readAllocation } from './read_allocation.js';
import { readRollover } from './read_rollover.js';
import { readShrink } from './read_shrink.js';
import { readSnapshot } from './read_snapshot.js';
import { readNotification } from './webhooks.js';

type ReadAction = (json: JsonObject, name: string) => Pick<Action, 'asksPrimaries' | 'next'>;

const ACTIONS: Readonly<Record<string, ReadAction>> = {
  alias: readAlias,
  allocation: readAllocation,
  close: without(closeIndex),
  delete: without(deleteIndex),
  force_merge: (json, name) => forceMerge(oneCount(json, name, 'max_num_segments', 1)),
  index_priority: (json, name) => priority(oneCount(json, name, 'priority', 0)),
  notification: (json) => notification(readNotification(json)),
  open: without(openIndex),
  read_only: without(() => writeBlock(true)),
  read_write: without(() => writeBlock(false)),
  replica_count: (json, name) => replicaCount(oneCount(json, name, 'number_of_replicas', 0)),
  rollover: readRollover,
  shrink: readShrink,
  snapshot: readSnapshot,
};

const ISM_ACTIONS: readonly string[] = Object.keys(ACTIONS);

/** Reads `{"rollover": {…}, "timeout": "1d", "retry": {…}}`. */
export function readAction(json: JsonObject): Action {
  let found: Pick<Action, 'asksPrimaries' | 'next' | 'name'> | undefined;
  let timeoutMs: number | undefined;
  let retry = THREE_TIMES;
  for (const [name, value = null] of Object.entries(json)) {
    if (name === 'timeout') timeoutMs = timeOf(name, value);
    else if (name === 'retry') retry = readRetry(objectOf(value, name));
    // A custom action belongs to a client's own extension.
    else if (name === 'custom') throw illegal('Custom actions are not supported');
    else if (found !== undefined)
      throw illegal(`An action is one of [${found.name}] and [${name}]`);
    else found = { name, ...readerOf(name)(objectOf(value ?? {}, name), name) };
  }
  if (found === undefined) throw illegal('An action is missing');
  return { ...found, timeoutMs, retry };
}

function readerOf(name: string): ReadAction {
  const read = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (read !== undefined) return read;
  throw illegal(
    `Invalid field: [${name}] found in Action. Supported are [${ISM_ACTIONS.join(', ')}]`,
  );
}

function readRetry(json: JsonObject): Retry {
  let { count, backoff, delayMs } = THREE_TIMES;
  readMembers(json, 'ActionRetry', {
    count: (value, name) => {
      count = countOf(name, value, 0);
    },
    backoff: (value, name) => {
      backoff = backoffOf(textOf(name, value));
    },
    delay: (value, name) => {
      delayMs = timeOf(name, value);
    },
  });
  return { count, backoff, delayMs };
}

function backoffOf(text: string): Retry['backoff'] {
  const name = text.toLowerCase();
  if (name === 'constant' || name === 'exponential' || name === 'linear') return name;
  throw illegal(`[backoff] must be constant, exponential or linear but was [${text}]`);
}

function without(made: () => Pick<Action, 'asksPrimaries' | 'next'>): ReadAction {
  return (json, name) => {
    readMembers(json, name, {});
    return made();
  };
}

function oneCount(json: JsonObject, action: string, key: string, least: number): number {
  let count: number | undefined;
  readMembers(json, action, {
    [key]: (value: JsonValue) => {
      count = countOf(key, value, least);
    },
  });
  if (count === undefined) throw illegal(`${key} is null`);
  return count;
}
