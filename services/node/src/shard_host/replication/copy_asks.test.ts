import { silentLog, type Timers } from '@skein/base';
import { emptyState } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import type { CopyMessage } from '@skein/shard';
import type { HostedShard } from '../hosted_shard.js';
import { CopyAsks } from './copy_asks.js';

const TO = { allocationId: 'p', nodeId: 'n1' };
const DONE = { kind: 'done', localCheckpoint: 0, globalCheckpoint: 0 } as const;
const MINUTE_MS = 60_000;

/**
 * Another node that gives these answers one after the other, then repeats the last; and the
 * requested pauses and limits.
 */
class Scene {
  readonly pauses: number[] = [];
  readonly limits: (number | undefined)[] = [];
  readonly shard = {
    key: 'books/0',
    state: 'started',
    open: { indexUuid: 'books', shardId: 0 },
    applied: { view: { primaryTerm: 3 } },
  };
  readonly #asks: CopyAsks;
  #nowMs = 0;

  constructor(answers: readonly unknown[], settings: Readonly<Record<string, string>> = {}) {
    const left = [...answers];
    const timers: Timers = {
      after: (delayMs, callback) => {
        this.pauses.push(delayMs);
        this.#nowMs += delayMs;
        queueMicrotask(callback);
        return { cancel: () => {} };
      },
    };
    const state = {
      ...emptyState('test', 'uuid'),
      nodes: new Map([[TO.nodeId, {} as never]]),
      configuredSettings: new Map(Object.entries(settings)),
    };
    const call = async (_node: string, _name: string, _request: unknown, options: object) => {
      this.limits.push((options as { timeoutMs?: number }).timeoutMs);
      const answer = left.length > 1 ? left.shift() : left[0];
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const clock = { nowMs: () => 0, monotonicMs: () => this.#nowMs };
    const links = { call } as never;
    this.#asks = new CopyAsks({
      links,
      master: { state: () => state },
      timers,
      clock,
      log: silentLog,
    });
  }

  ask(kind: CopyMessage['head']['kind']) {
    const message = { head: { kind } } as CopyMessage;
    return this.#asks.ask(this.shard as unknown as HostedShard, TO, message);
  }
}

const NOT_THERE = new ApiError('shard_not_found_exception', 'no such shard');
const CUT_OFF = new ApiError('node_disconnected_exception', 'cut off');

it('a primary that has not heard of the copy yet is asked again', async () => {
  const settings = { 'indices.recovery.retry_delay_state_sync': '70ms' };
  const scene = new Scene([NOT_THERE, { kind: 'retry' }, DONE], settings);
  expect(await scene.ask('start_recovery')).toEqual(DONE);
  expect(scene.pauses).toEqual([70, 70]);
});

it('only the first word is repeated for that', async () => {
  expect(await new Scene([NOT_THERE, DONE]).ask('finalize')).toBeUndefined();
  expect(await new Scene([{ kind: 'retry' }, DONE]).ask('recover')).toEqual({ kind: 'retry' });
});

it('whoever cannot be reached is asked again, after ever longer pauses up to the limit', async () => {
  const settings = { 'indices.recovery.retry_delay_network': '300ms' };
  const cut = [CUT_OFF, CUT_OFF, CUT_OFF, CUT_OFF, CUT_OFF, DONE];
  const scene = new Scene(cut, settings);
  expect(await scene.ask('start_recovery')).toEqual(DONE);
  expect(scene.pauses).toEqual([50, 100, 200, 300, 300]);
});

it('a primary of another term is not asked for the one before', async () => {
  const scene = new Scene([CUT_OFF]);
  const asked = scene.ask('start_recovery');
  scene.shard.applied = { view: { primaryTerm: 4 } };
  expect(await asked).toBeUndefined();
});

it('nobody is asked for ever', async () => {
  const scene = new Scene([CUT_OFF]);
  expect(await scene.ask('replicate')).toBeUndefined();
  expect(scene.pauses.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(MINUTE_MS);
});

it.each([
  ['start_recovery', 2000],
  ['copy_files', 2000],
  ['recover', 3000],
  ['finalize', 3000],
  ['replicate', undefined],
] as const)('%s is limited to %p ms', async (kind, limit) => {
  const scene = new Scene([DONE], {
    'indices.recovery.internal_action_timeout': '2s',
    'indices.recovery.internal_action_long_timeout': '3s',
  });
  await scene.ask(kind);
  expect(scene.limits).toEqual([limit]);
});
