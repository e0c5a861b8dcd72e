/**
 * The death of an engine thread: the write that caused it is not sent again, the other shards are
 * opened at once, and a shard it could not open is not retried forever.
 */
import { emptyState } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import type { DesiredShard } from '../desired_shards.js';
import { HostedShards } from '../hosted_shards.js';
import type { PackedBulk } from '../packed_bulk.js';
import { idleParts } from '../testing/idle_parts.js';
import type { EngineSlot } from './engine_threads.js';
import { type Work, WorkMark } from './work_mark.js';

const DIED = new ApiError('node_closed_exception', 'worker [engine-1] died: out of memory');

/** A thread whose answers the test sets. */
class Thread {
  readonly calls: string[] = [];
  readonly mark = new WorkMark(WorkMark.memory());
  readonly slot: EngineSlot;
  #isDead = false;
  #fail: ((error: ApiError) => void)[] = [];

  constructor(answers: (name: string) => boolean) {
    const call = (name: string, { key }: { readonly key: string }) => {
      this.calls.push(`${name} ${key}`);
      if (this.#isDead) return Promise.reject(DIED);
      if (answers(name)) return Promise.resolve({});
      return new Promise((_resolve, reject) => this.#fail.push(reject));
    };
    this.slot = { link: { channel: { call, pendingCount: 0 } } } as unknown as EngineSlot;
  }

  die(): void {
    this.#isDead = true;
    for (const fail of this.#fail) fail(DIED);
    this.#fail = [];
  }
}

function setUp(threads: readonly Thread[]) {
  const state = emptyState('c', 'u');
  const told: string[] = [];
  let assigned = 0;
  const shards = new HostedShards({
    ...idleParts(),
    master: {
      state: () => state,
      submit: async (command, request) => {
        const { shardId, reason = '' } = request as { shardId: number; reason?: string };
        told.push(`${command} ${shardId} ${reason}`.trim());
        return undefined as never;
      },
    },
    searchableEngines: {
      assign: () => {
        throw new Error('nothing is searched in a repository');
      },
    },
    engines: {
      assign: () => (threads[assigned++] ?? (threads.at(-1) as Thread)).slot,
      release: () => {},
    },
  });
  const open = (...wanted: DesiredShard[]) => {
    const desired = new Map(wanted.map((each) => [each.key, each]));
    shards.closeOthers(desired, state.metadata);
    shards.open(desired, state);
  };
  const die = (thread: Thread) => {
    thread.die();
    shards.threadDied(thread.slot, DIED, thread.mark.read());
  };
  return { shards, open, die, told };
}

function desired(shardId: number, allocationId = `a${shardId}`): DesiredShard {
  const copy = { primary: true, state: 'INITIALIZING', recoverySource: 'EMPTY_STORE' } as const;
  const index = { name: 'i', uuid: 'u', settings: new Map(), mapping: {}, primaryTerms: [1, 1] };
  return {
    key: `u/${shardId}`,
    shardId,
    allocationId,
    copy: { ...copy, nodeId: 'n', allocationId } as never,
    index: { ...index, inSync: [[], []], mappingVersion: 1, settingsVersion: 1 } as never,
  };
}

async function until(what: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1000 && !what(); turn++) await Promise.resolve();
  expect(what()).toBe(true);
}

function bulkOf(...ids: string[]): PackedBulk {
  return { ids, bodies: new Uint8Array(1) } as unknown as PackedBulk;
}

it('the document that ended its thread is refused by name, another write may be sent again', async () => {
  const thread = new Thread((name) => name !== 'bulk');
  const { shards, open, die, told } = setUp([thread]);
  open(desired(0), desired(1));
  await until(() => [...shards.all()].every(({ state }) => state === 'started'));
  const failure = (shard: string, ids: string[]) =>
    shards
      .get(shard)
      ?.bulk(bulkOf(...ids))
      .catch((error: ApiError) => `${error.type}: ${error.reason}`);
  const written = [failure('u/0', ['x', 'poison']), failure('u/0', ['y']), failure('u/1', ['z'])];
  thread.mark.begin('document', shards.get('u/0')?.opening ?? 0, 'poison');
  die(thread);
  expect(await Promise.all(written)).toEqual([
    `illegal_state_exception: [i][0] the thread of the shard ended while it indexed document [poison], which is not tried again: ${DIED.reason}`,
    `node_closed_exception: ${DIED.reason}`,
    `node_closed_exception: ${DIED.reason}`,
  ]);
  expect(told).toEqual([
    `shard_failed 0 node_closed_exception: the thread of [i][0] ended while it indexed a document: ${DIED.reason}`,
    `shard_failed 1 node_closed_exception: ${DIED.reason}`,
  ]);
});

it.each<[Work | undefined, string]>([
  ['opening', 'while it applied the operations of the translog'],
  ['copying', 'while it applied operations of the primary'],
])(
  '%s: the shard is named, one beside it that was on its way is opened in another thread',
  async (work, words) => {
    const [first, second] = [new Thread(() => false), new Thread(() => true)];
    const { shards, open, die, told } = setUp([first, first, second]);
    open(desired(0), desired(1));
    await until(() => first.calls.length === 2);
    first.mark.begin(work ?? 'opening', shards.get('u/0')?.opening ?? 0);
    die(first);
    await until(() => shards.get('u/1')?.state === 'started');
    expect(second.calls).toEqual(['open u/1']);
    expect(told).toEqual([
      `shard_failed 0 node_closed_exception: the thread of [i][0] ended ${words}: ${DIED.reason}`,
    ]);
  },
);

it('a shard whose opening ended a thread is refused as often as the master tries by itself', async () => {
  const [first, second] = [new Thread(() => false), new Thread(() => true)];
  const { shards, open, die, told } = setUp([first, second]);
  open(desired(0, 'a'));
  await until(() => first.calls.length === 1);
  first.mark.begin('opening', shards.get('u/0')?.opening ?? 0);
  die(first);
  for (const id of ['b', 'c', 'd', 'e']) {
    const before = told.length;
    open(desired(0, id));
    await until(() => told.length > before);
    expect(told.at(-1)).toContain('[i][0] is not opened: the thread ended when it was');
  }
  expect(second.calls.filter((call) => call.startsWith('open'))).toEqual([]);
  open(desired(0, 'f'));
  await until(() => shards.get('u/0')?.state === 'started');
});
