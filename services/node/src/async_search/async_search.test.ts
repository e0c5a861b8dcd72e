import { expectDefined, type Timers } from '@skein/base';
import { type ClusterState, emptyState } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import type {
  PartialLook,
  SearchAnswer,
  SearchOptions,
  UnreadSearchCall,
} from '../search_coordinator/mod.js';
import type { Identity } from '../security/mod.js';
import type { Task } from '../tasks/mod.js';
import { LocalAsyncSearches } from './local_async_searches.js';

const ANNE: Identity = { subject: 'anne', clientId: 'app', scope: undefined };
const OTHERS: readonly Identity[] = [
  { ...ANNE, subject: 'bob' },
  { ...ANNE, clientId: 'other' },
  { ...ANNE, issuer: 'https://elsewhere' },
];
const CALL = {
  terms: { target: { indices: ['t'] }, routing: undefined, preference: undefined },
} as unknown as UnreadSearchCall;
const MINUTE_MS = 60_000;

interface Alarm {
  readonly atMs: number;
  readonly ring: () => void;
}

/** The test moves the clock, and ends searches. */
class Scene {
  nowMs = 0;
  heldBytes = 0;
  settings = new Map<string, string>();
  readonly #alarms = new Set<Alarm>();
  readonly #ends: ((answer: SearchAnswer | ApiError) => void)[] = [];
  readonly signals: AbortSignal[] = [];
  readonly told: ((look: PartialLook) => void)[] = [];
  readonly searches = new LocalAsyncSearches({
    nodeId: 'n1',
    clock: { nowMs: () => this.nowMs, monotonicMs: () => this.nowMs },
    timers: this.#timers(),
    random: { next: () => 0.5, bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    tasks: {
      run: (_task, work) => work({ signal: new AbortController().signal } as Task),
    },
    masterService: { state: () => this.#state() },
    searchCoordinator: {
      searchShards: () => ({ indices: {}, shards: [[], []] }),
      searchUnread: (_call, { signal, progress }: SearchOptions) => {
        this.signals.push(signal);
        if (progress !== undefined) this.told.push(progress);
        return new Promise((resolve, reject) => {
          this.#ends.push((answer) =>
            answer instanceof ApiError ? reject(answer) : resolve(answer),
          );
          signal.addEventListener('abort', () =>
            reject(new ApiError('task_cancelled_exception', 'gone')),
          );
        });
      },
    },
    requests: {
      lease: () => {
        let own = 0;
        return {
          grow: (bytes: number) => {
            own += bytes;
            this.heldBytes += bytes;
          },
          end: () => {
            this.heldBytes -= own;
          },
        } as never;
      },
    },
  });

  #timers(): Timers {
    return {
      after: (delayMs, ring) => {
        const alarm = { atMs: this.nowMs + delayMs, ring };
        this.#alarms.add(alarm);
        return { cancel: () => void this.#alarms.delete(alarm) };
      },
    } as Timers;
  }

  #state(): ClusterState {
    const state = emptyState('test', 'uuid');
    return { ...state, metadata: { ...state.metadata, persistentSettings: this.settings } };
  }

  /** Lets the effects of settled promises happen. */
  async pass(ms: number): Promise<void> {
    await settled();
    this.nowMs += ms;
    for (const alarm of [...this.#alarms]) {
      if (alarm.atMs > this.nowMs) continue;
      this.#alarms.delete(alarm);
      alarm.ring();
    }
    await settled();
  }

  async end(number: number, answer: SearchAnswer | ApiError): Promise<void> {
    expectDefined(this.#ends[number], 'it was begun')(answer);
    await settled();
  }
}

async function settled(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve();
}

function options(identity: Identity = ANNE, signal = new AbortController().signal): SearchOptions {
  return { identity, signal, nowMs: 0 };
}

function answer(text: string): SearchAnswer {
  return { status: 200, chunks: [new TextEncoder().encode(text)] };
}

function terms(more: { readonly keepOnCompletion?: boolean } = {}) {
  return { waitMs: 1000, keepAliveMs: 5 * MINUTE_MS, keepOnCompletion: false, ...more };
}

const NOW = { waitMs: 0, keepAliveMs: undefined };

async function begun(scene: Scene, identity = ANNE): Promise<string> {
  const submitted = scene.searches.submit(CALL, terms(), options(identity));
  await scene.pass(1000);
  return expectDefined((await submitted).id, 'a search under way has an id');
}

test('a search that ends in time is answered and not kept', async () => {
  const scene = new Scene();
  const submitted = scene.searches.submit(CALL, terms(), options());
  await settled();
  await scene.end(0, answer('{"took":1}'));
  const state = await submitted;
  expect(state).toMatchObject({ id: undefined, isRunning: false, outcome: { status: 200 } });
  expect(scene.heldBytes).toBe(0);
  expect(scene.searches.stats).toMatchObject({ submitted: 1, completed: 1, running: 0, kept: 0 });
});

test('who looks at a search under way sees what its shards have answered', async () => {
  const scene = new Scene();
  const id = await begun(scene);
  let seen = 0;
  const tell = expectDefined(scene.told[0], 'it may tell');
  tell(async () => Uint8Array.of(++seen));
  for (const expected of [1, 2]) {
    const look = scene.searches.get(id, NOW, ANNE);
    await scene.pass(0);
    expect(await look).toMatchObject({ isRunning: true, partial: Uint8Array.of(expected) });
  }
  tell(() => Promise.reject(new Error('gone')));
  const look = scene.searches.get(id, NOW, ANNE);
  await scene.pass(0);
  expect(await look).not.toHaveProperty('partial');
  await scene.end(0, answer('{}'));
  expect(await scene.searches.get(id, NOW, ANNE)).toMatchObject({ isRunning: false, outcome: {} });
});

test('it is kept when that was asked for, until its time is over', async () => {
  const scene = new Scene();
  const submitted = scene.searches.submit(CALL, terms({ keepOnCompletion: true }), options());
  await settled();
  await scene.end(0, answer('{}'));
  const id = expectDefined((await submitted).id, 'it is kept');
  expect(scene.heldBytes).toBeGreaterThan(0);
  await scene.pass(4 * MINUTE_MS);
  await expect(scene.searches.get(id, NOW, ANNE)).resolves.toMatchObject({ isRunning: false });
  await scene.searches.get(id, { waitMs: 0, keepAliveMs: 10 * MINUTE_MS }, ANNE);
  await scene.pass(9 * MINUTE_MS);
  await expect(scene.searches.get(id, NOW, ANNE)).resolves.toMatchObject({ id });
  await scene.pass(MINUTE_MS);
  await expect(scene.searches.get(id, NOW, ANNE)).rejects.toMatchObject({
    status: 404,
    reason: id,
  });
  expect(scene.heldBytes).toBe(0);
});

test('a time of months is kept', async () => {
  const scene = new Scene();
  const month = 30 * 24 * 60 * MINUTE_MS;
  const keeps = { ...terms({ keepOnCompletion: true }), keepAliveMs: month };
  const submitted = scene.searches.submit(CALL, keeps, options());
  await scene.end(0, answer('{}'));
  const { id = '' } = await submitted;
  await scene.pass(month - 1);
  expect((await scene.searches.get(id, NOW, ANNE)).expiresAtMs).toBe(month);
  await scene.pass(1);
  await expect(scene.searches.get(id, NOW, ANNE)).rejects.toThrow(id);
});

test('one that takes longer goes on, and its owner alone hears of it', async () => {
  const scene = new Scene();
  const id = await begun(scene);
  for (const other of OTHERS) {
    await expect(scene.searches.get(id, NOW, other)).rejects.toMatchObject({ status: 404 });
    expect(() => scene.searches.delete(id, other)).toThrow(id);
  }
  const state = scene.searches.get(id, { waitMs: 5000, keepAliveMs: undefined }, ANNE);
  await scene.end(0, answer('{"took":2}'));
  await expect(state).resolves.toMatchObject({ isRunning: false, shardCount: 2 });
});

test('deleting one that is under way cancels it', async () => {
  const scene = new Scene();
  const id = await begun(scene);
  scene.searches.delete(id, ANNE);
  await settled();
  expect(scene.signals[0]?.aborted).toBe(true);
  expect(scene.searches.stats).toMatchObject({ cancelled: 1, running: 0 });
  await expect(scene.searches.get(id, NOW, ANNE)).rejects.toMatchObject({ status: 404 });
  expect(scene.heldBytes).toBe(0);
});

test('whoever leaves before they have the id leaves nothing behind', async () => {
  const scene = new Scene();
  const caller = new AbortController();
  const submitted = scene.searches.submit(CALL, terms(), options(ANNE, caller.signal));
  await settled();
  caller.abort();
  await submitted;
  expect(scene.signals[0]?.aborted).toBe(true);
  expect(scene.heldBytes).toBe(0);
});

test('whoever has left before the search begins leaves nothing behind', async () => {
  const scene = new Scene();
  const submitted = scene.searches.submit(CALL, terms(), options(ANNE, AbortSignal.abort()));
  await settled();
  expect(scene.signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect((await submitted).outcome).toHaveProperty('error');
  expect(scene.heldBytes).toBe(0);
});

test('a failure is its outcome', async () => {
  const scene = new Scene();
  const id = await begun(scene);
  await scene.end(0, new ApiError('search_phase_execution_exception', 'all shards failed'));
  await expect(scene.searches.get(id, NOW, ANNE)).resolves.toMatchObject({
    outcome: { error: { type: 'search_phase_execution_exception' } },
  });
  expect(scene.searches.stats.failed).toBe(1);
});

test('an answer that is too large is refused by the name of its limit', async () => {
  const scene = new Scene();
  scene.settings.set('search.max_async_search_response_size', '10b');
  const id = await begun(scene);
  await scene.end(0, answer('{"took":12345}'));
  await expect(scene.searches.get(id, NOW, ANNE)).resolves.toMatchObject({
    outcome: {
      error: { reason: expect.stringContaining('search.max_async_search_response_size') },
    },
  });
});

test('no more are under way than the setting says', async () => {
  const scene = new Scene();
  scene.settings.set('plugins.asynchronous_search.node_concurrent_running_searches', '2');
  await begun(scene);
  await begun(scene);
  await expect(scene.searches.submit(CALL, terms(), options())).rejects.toMatchObject({
    status: 429,
    reason: expect.stringContaining('node_concurrent_running_searches'),
  });
  await scene.end(0, answer('{}'));
  await begun(scene);
  expect(scene.searches.stats).toMatchObject({ rejected: 1, running: 2, submitted: 3 });
});
