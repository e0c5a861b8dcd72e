/**
 * The actions of Elasticsearch's policies by name. A new one needs a line here, a place in the
 * order of its phases, and an implementation in `../actions`.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { allocation } from '../actions/allocation.js';
import { priority, writeBlock } from '../actions/change_settings.js';
import { forceMerge } from '../actions/force_merge.js';
import { deleteIndex } from '../actions/open_close_delete.js';
import { rollover } from '../actions/rollover.js';
import { shrink } from '../actions/shrink.js';
import { waitForSnapshot } from '../actions/wait_for_snapshot.js';
import {
  addingTo,
  ageOf,
  type Bound,
  countOf,
  docsOf,
  flagOf,
  shardDocsOf,
  shardSizeOf,
  sizeOf,
  textOf,
} from '../conditions.js';
import { rulesOf } from '../ism/read_allocation.js';
import { illegal, readMembers } from '../members.js';
import type { Action, Retry } from '../policy.js';
import { shrinkSizes } from '../shrink_sizes.js';

type ReadAction = (json: JsonObject) => Pick<Action, 'asksPrimaries' | 'next'>;

const ACTIONS: Readonly<Record<string, ReadAction>> = {
  allocate: readAllocate,
  delete: readDelete,
  forcemerge: readForceMerge,
  freeze: nothing('freeze', 'There are no frozen indices: the index stays as it is'),
  migrate: readMigrate,
  readonly: readReadonly,
  rollover: readRollover,
  set_priority: readPriority,
  shrink: readShrink,
  unfollow: nothing('unfollow', 'The index follows no other'),
  wait_for_snapshot: readWaitForSnapshot,
};

export const ILM_ACTIONS: readonly string[] = Object.keys(ACTIONS);

/**
 * A failed step is retried endlessly, as in Elasticsearch, but at most once per minute: each
 * attempt changes the cluster state.
 */
const ALWAYS: Retry = { count: Number.MAX_SAFE_INTEGER, backoff: 'constant', delayMs: 60_000 };

export function readIlmAction(name: string, json: JsonObject): Action {
  const read = ACTIONS[name];
  if (read === undefined) throw illegal(`action [${name}] is not supported`);
  return { name, ...read(json), timeoutMs: undefined, retry: ALWAYS };
}

function nothing(name: string, message: string): ReadAction {
  return (json) => {
    readMembers(json, name, {});
    return { asksPrimaries: false, next: () => ({ kind: 'done', message }) };
  };
}

function readReadonly(json: JsonObject) {
  readMembers(json, 'readonly', {});
  return writeBlock(true);
}

function readDelete(json: JsonObject) {
  readMembers(json, 'delete', {
    // Accepted without effect: there are no searchable snapshots to delete.
    delete_searchable_snapshot: (value, name) => void flagOf(name, value),
  });
  return deleteIndex();
}

function readWaitForSnapshot(json: JsonObject) {
  let policy = '';
  readMembers(json, 'wait_for_snapshot', {
    policy: (value, name) => {
      policy = textOf(name, value);
    },
  });
  if (policy === '') throw illegal('Required [policy]');
  return waitForSnapshot(policy);
}

/** There are no data tiers: `allocate` determines the nodes of an index. */
function readMigrate(json: JsonObject) {
  readMembers(json, 'migrate', { enabled: (value, name) => void flagOf(name, value) });
  const message = 'There are no tiers of nodes: the index stays where it is';
  return { asksPrimaries: false, next: () => ({ kind: 'done' as const, message }) };
}

function readPriority(json: JsonObject) {
  let value: number | null | undefined;
  readMembers(json, 'set_priority', {
    priority: (given, name) => {
      value = given === null ? null : countOf(name, given, 0);
    },
  });
  if (value === undefined) throw illegal('Required [priority]');
  return priority(value);
}

function readForceMerge(json: JsonObject) {
  let segments: number | undefined;
  readMembers(json, 'forcemerge', {
    max_num_segments: (value, name) => {
      segments = countOf(name, value, 1);
    },
  });
  if (segments === undefined) throw illegal('Required [max_num_segments]');
  return forceMerge(segments);
}

function readAllocate(json: JsonObject) {
  const rules: ReturnType<typeof rulesOf>[number][] = [];
  let replicas: number | undefined;
  let shardsPerNode: number | undefined;
  const read = (value: JsonValue, kind: string) => {
    if (isJsonObject(value)) rules.push(...rulesOf(kind, value));
  };
  readMembers(json, 'allocate', {
    require: read,
    include: read,
    exclude: read,
    number_of_replicas: (value, name) => {
      replicas = value === null ? undefined : countOf(name, value, 0);
    },
    total_shards_per_node: (value, name) => {
      shardsPerNode = value === null ? undefined : countOf(name, value, -1);
    },
  });
  if (shardsPerNode === 0) throw illegal('[total_shards_per_node] must be -1 or at least 1');
  if (rules.length === 0 && replicas === undefined && shardsPerNode === undefined) {
    throw illegal(
      'At least one of [include], [exclude], [require] or [number_of_replicas] must contain attributes for action [allocate]',
    );
  }
  return allocation({ rules, replicas, shardsPerNode, waits: true });
}

/**
 * Any of `max_*` and all of `min_*` must be reached; an empty index waits, unless `min_docs` is 0.
 */
function readRollover(json: JsonObject) {
  const anyOf: Bound[] = [];
  const allOf: Bound[] = [];
  let skipsEmpty = true;
  const either = addingTo(anyOf);
  const every = addingTo(allOf);
  readMembers(json, 'rollover', {
    max_age: either(ageOf),
    max_docs: either(docsOf),
    max_size: either(sizeOf),
    max_primary_shard_size: either(shardSizeOf),
    max_primary_shard_docs: either(shardDocsOf),
    min_age: every(ageOf),
    min_docs: (value, name) => {
      if (value === 0) skipsEmpty = false;
      else every(docsOf)(value, name);
    },
    min_size: every(sizeOf),
    min_primary_shard_size: every(shardSizeOf),
    min_primary_shard_docs: every(shardDocsOf),
  });
  if (anyOf.length === 0) throw illegal('At least one rollover condition must be set.');
  return rollover({ anyOf, allOf, skipsEmpty, copiesAliases: false, marksComplete: true });
}

function readShrink(json: JsonObject) {
  const { sizes, shards, shardSize } = shrinkSizes('50gb');
  readMembers(json, 'shrink', { number_of_shards: shards, max_primary_shard_size: shardSize });
  const [size, ...others] = sizes;
  if (size === undefined) {
    throw illegal('Either [number_of_shards] or [max_primary_shard_size] must be set');
  }
  if (others.length > 0) {
    throw illegal('Cannot set both [number_of_shards] and [max_primary_shard_size]');
  }
  return shrink({
    size,
    nameOf: (index, uuid) =>
      `shrink-${uuid
        .slice(0, 4)
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, '0')}-${index}`,
    aliases: [],
    movesAliases: true,
    isUnsafeAllowed: true,
    takesPlace: true,
  });
}
