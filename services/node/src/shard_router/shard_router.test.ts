/** A shard answers alike on the calling node and on another one: one suite for both. */

import { type ClusterState, emptyState, type IndexMetadata, type ShardCopy } from '@skein/cluster';
import { ApiError, toPlainError } from '@skein/errors';
import { systemRandom, systemTimers } from '@skein/platform';
import { emptyRequest, isRead, planOf, type ShardSearchCall } from '@skein/search';
import type { SearchCalls } from '@skein/shard';
import type { Identity, Security } from '../security/mod.js';
import { openSecurity } from '../security/open_security.js';
import { SYSTEM_IDENTITY } from '../security/system_identity.js';
import { UserContexts } from '../security/user_contexts.js';
import {
  IndexingPressure,
  type PackedBulk,
  type PinnedShard,
  type ShardHost,
  type ShardPlace,
} from '../shard_host/mod.js';
import { TestNetwork } from '../testing/test_links.js';
import type { ReadableCopy } from './contract.js';
import { NodeShardRouter, readFromCopies, type ShardCalls, ShardService } from './mod.js';
import { SHARD_ROUTES } from './shard_calls.js';

const ADA: Identity = { subject: 'ada', clientId: 'app', scope: ['indices:read:*'] };
const EVE: Identity = { subject: 'eve', clientId: undefined, scope: [] };
const clock = { nowMs: () => 0, monotonicMs: () => performance.now() };

/** Eve may do nothing; other users may do everything. */
const SECURITY: Security = {
  ...openSecurity,
  filterIndices: ({ subject }, _privilege, names) => (subject === 'eve' ? [] : names),
  authorizeIndices: ({ subject }, privilege, [name]) => {
    if (subject === 'eve') throw new ApiError('security_exception', `no ${privilege} on ${name}`);
  },
};

/** Shards that answer with the request they got. */
class FakeHost {
  pins = 0;
  cancelled = 0;
  readonly calls: unknown[] = [];
  fails: ApiError | undefined;
  reply: unknown = { hits: [{ doc: 1, score: Number.NaN, sort: [2n ** 60n] }] };

  readonly host = {
    search: () => this.#pin(),
    searchQueue: () => 3,
    read: () => ({ get: async (get: unknown) => this.#answer(get), getInEngine: this.#answer }),
    write: () => ({
      bulk: async (packed: PackedBulk) => {
        this.calls.push(structuredClone(packed, { transfer: [packed.bodies.buffer] }));
        if (this.fails) throw this.fails;
        return { codes: Uint8Array.of(1), others: new Map([[0, { ok: false }]]) };
      },
    }),
    callEach: async (call: string, shards: readonly ShardPlace[]) =>
      shards.map(({ shardId }) => {
        this.calls.push({ call, shardId });
        return shardId === 1
          ? {
              ok: false,
              error: {
                type: 'exception',
                reason: 'broken',
                status: 500,
                metadata: {},
                headers: {},
              },
            }
          : { ok: true, reply: { call, shardId } };
      }),
  } as unknown as ShardHost;

  readonly #answer = async (asked: unknown) => {
    this.calls.push(asked);
    if (this.fails) throw this.fails;
    return { echoed: asked };
  };

  #searched({ search }: ShardSearchCall): unknown {
    if (search === undefined || isRead(search)) return this.reply;
    const [kind = 0] = search.body;
    if (kind === 0) return { kind: 'planned', plan: planOf(emptyRequest()) };
    if (kind === 1) {
      const bad = new ApiError('parsing_exception', 'bad', { metadata: { line: 1 } });
      return { kind: 'malformed', error: toPlainError(bad) };
    }
    const { body: bytes } = search;
    return {
      kind: 'rendered',
      bytes,
      suggests: false,
      queryMs: 1,
      fetchMs: 2,
      total: undefined,
      kept: true,
    };
  }

  #pin(): PinnedShard {
    this.pins++;
    return {
      isLost: () => false,
      call: async (kind: string, request: unknown, signal: AbortSignal) => {
        this.calls.push({ kind, request });
        if (this.fails) throw this.fails;
        if (kind === 'explain') {
          await new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              this.cancelled++;
              reject(new ApiError('task_cancelled_exception', 'cancelled'));
            });
          });
        }
        return kind === 'search' ? this.#searched(request as ShardSearchCall) : this.reply;
      },
      release: () => {
        this.pins--;
      },
    } as unknown as PinnedShard;
  }
}

function copy(nodeId: string, primary: boolean): ShardCopy {
  return {
    primary,
    state: 'STARTED',
    nodeId,
    allocationId: `on-${nodeId}`,
    recoverySource: 'PEER',
    unassigned: undefined,
  };
}

function stateWith(shards: readonly (readonly ShardCopy[])[], version = 1): ClusterState {
  const empty = emptyState('test', 'uuid');
  const index = {
    name: 'logs',
    uuid: 'u',
    primaryTerms: shards.map(() => 4),
  } as unknown as IndexMetadata;
  return {
    ...empty,
    version,
    metadata: { ...empty.metadata, indices: new Map([['logs', index]]) },
    routing: new Map([['logs', { index: 'logs', uuid: 'u', shards }]]),
  };
}

const SHARD = { index: { name: 'logs', uuid: 'u' }, shardId: 0 };
const never = () => new AbortController().signal;

class Nodes {
  readonly network = new TestNetwork<ShardCalls>({
    routes: SHARD_ROUTES,
    timers: systemTimers,
    random: systemRandom,
  });
  /** Suspected nodes. */
  readonly suspects = new Set<string>();
  readonly hosts = new Map<string, FakeHost>();
  readonly services = new Map<string, ShardService>();
  readonly routers = new Map<string, NodeShardRouter>();
  /** The newest state of each node. */
  readonly states = new Map<string, ClusterState>();
  /**
   * The version that the appliers of a node have finished, if it is older than the newest state.
   */
  readonly applied = new Map<string, number>();

  async start(...nodeIds: string[]): Promise<this> {
    for (const nodeId of nodeIds) {
      const links = await this.network.join(nodeId);
      const fake = new FakeHost();
      const masterService = {
        state: () => this.states.get(nodeId) ?? this.#missing(nodeId),
        waitFor: async (predicate: (state: ClusterState) => boolean) => {
          const applied = () => {
            const state = masterService.state();
            return { ...state, version: this.applied.get(nodeId) ?? state.version };
          };
          while (!predicate(applied())) await new Promise(setImmediate);
          return true;
        },
      };
      const parts = {
        links,
        shardHost: fake.host,
        masterService,
        security: SECURITY,
        healths: {
          statusOf: (id: string) => (this.suspects.has(id) ? 'suspect' : 'alive'),
          searchQueueOf: () => undefined,
        } as const,
        users: new UserContexts({ localNodeId: nodeId, clock, seal: undefined }),
        pressure: new IndexingPressure(),
        clock,
        timers: systemTimers,
      };
      this.hosts.set(nodeId, fake);
      this.services.set(nodeId, new ShardService(parts));
      this.routers.set(nodeId, new NodeShardRouter(parts));
    }
    return this;
  }

  publish(state: ClusterState): void {
    for (const nodeId of this.hosts.keys()) this.states.set(nodeId, state);
  }

  host(nodeId: string): FakeHost {
    return this.hosts.get(nodeId) ?? this.#missing(nodeId);
  }

  router(nodeId: string): NodeShardRouter {
    return this.routers.get(nodeId) ?? this.#missing(nodeId);
  }

  /** Resolves when nothing is held anywhere. */
  async settled(): Promise<void> {
    const held = () =>
      [...this.hosts.values()].reduce((sum, { pins }) => sum + pins, 0) +
      [...this.services.values()].reduce((sum, { heldPins }) => sum + heldPins, 0) +
      [...this.routers.values()].reduce((sum, { openPins }) => sum + openPins, 0);
    while (held() > 0) await new Promise(setImmediate);
  }

  stop(): void {
    for (const service of this.services.values()) service.stop();
    for (const router of this.routers.values()) router.stop();
    this.network.stop();
  }

  #missing(nodeId: string): never {
    throw new RangeError(`no node ${nodeId}`);
  }
}

let nodes: Nodes;
afterEach(() => nodes.stop());

describe.each(['A', 'B'])('asked from A, a shard on %s', (at) => {
  beforeEach(async () => {
    nodes = await new Nodes().start('A', 'B');
    nodes.publish(stateWith([[copy(at, true)], [copy(at, true)]]));
  });
  const only = (): ReadableCopy =>
    nodes.router('A').copies(nodes.states.get('A') as ClusterState, SHARD)[0];

  test('query and fetch see one point in time, which is let go of with the pin', async () => {
    const pin = nodes.router('A').pin(only(), ADA);
    const request = {
      fetch: false,
      request: {
        query: { ['__proto__']: 1 },
        trackTotalHits: Number.POSITIVE_INFINITY,
        neighbours: new Map([['a', 1]]),
      },
    };
    const result = await pin.call('search', request as never, never());
    expect(result).toEqual(nodes.host(at).reply);
    expect(nodes.host(at).calls).toEqual([{ kind: 'search', request }]);
    await pin.call('fetch', { hits: [] } as never, never());
    expect(nodes.host(at).pins).toBe(1);
    pin.release();
    pin.release();
    await nodes.settled();
  });

  test('a call that needs no second holds nothing', async () => {
    const pin = nodes.router('A').pin(only(), ADA);
    await pin.call('can_match', {} as never, never());
    nodes.host(at).reply = { result: { hits: [] } };
    await pin.call('search', { fetch: false } as never, never());
    pin.release();
    await nodes.settled();
  });

  test('a point in time is pinned at once where it has to be', async () => {
    const asker = { identity: ADA, signal: never() };
    const pin = await nodes.router('A').pinNow(only(), asker, 'point_in_time');
    expect(nodes.host(at).pins).toBe(1);
    expect(pin.isLost()).toBe(false);
    await pin.call('search', { fetch: false } as never, never());
    expect(nodes.host(at).pins).toBe(1);
    pin.release();
    await nodes.settled();
  });

  test('giving up ends the call where it runs, and leaves nothing behind', async () => {
    const pin = nodes.router('A').pin(only(), ADA);
    const giveUp = new AbortController();
    const call = pin.call('explain', {} as never, giveUp.signal);
    while (nodes.host(at).calls.length === 0) await new Promise(setImmediate);
    giveUp.abort();
    await expect(call).rejects.toMatchObject({ type: 'task_cancelled_exception' });
    pin.release();
    await nodes.settled();
    expect(nodes.host(at).cancelled).toBe(1);
  });

  test('errors keep their type, status and metadata', async () => {
    const error = new ApiError('query_shard_exception', 'no [x]', { metadata: { index: 'logs' } });
    nodes.host(at).fails = error;
    const pin = nodes.router('A').pin(only(), ADA);
    for (const kind of ['search', 'explain', 'validate_query'] as (keyof SearchCalls)[]) {
      await expect(pin.call(kind, {} as never, never())).rejects.toMatchObject({
        type: 'query_shard_exception',
        status: 400,
        metadata: { index: 'logs' },
      });
    }
    pin.release();
    await nodes.settled();
  });

  test('a search of one shard: its answer, its refusal, its fault', async () => {
    const pin = nodes.router('A').pin(only(), ADA);
    const aliasFilter = { kind: 'term', params: { field: 'a' }, boost: 1, name: undefined };
    const ask = (kind: number, startMs = 0) => {
      const search = {
        body: Uint8Array.of(kind),
        isYaml: false,
        url: { size: 3 },
        totalHitsAsInt: true,
      };
      const render = { startMs, totalHitsAsInt: true };
      return pin.call('search', { search, aliasFilter, nowMs: 5, fetch: true, render }, never());
    };
    expect(await ask(2, 7)).toMatchObject({ kind: 'rendered', queryMs: 1, fetchMs: 2, kept: true });
    expect(nodes.host(at).calls[0]).toMatchObject({
      request: {
        search: { url: { size: 3 }, totalHitsAsInt: true },
        aliasFilter,
        nowMs: 5,
        // Started as long ago there as it was here when it was sent.
        render: { startMs: at === 'A' ? 7 : expect.any(Number), totalHitsAsInt: true },
      },
    });
    expect(await ask(0)).toEqual({ kind: 'planned', plan: planOf(emptyRequest()) });
    expect(await ask(1)).toMatchObject({
      kind: 'malformed',
      error: { type: 'parsing_exception', metadata: { line: 1 } },
    });
    pin.release();
    await nodes.settled();
  });

  test('documents by their ids', async () => {
    const reader = nodes.router('A').read(only(), { identity: ADA, signal: never() });
    const get = { id: 'x', version: undefined, source: { includes: [] } } as never;
    expect(await reader.get(get)).toEqual({ echoed: get });
    expect(await reader.getInEngine(get)).toEqual({ echoed: get });
  });

  const packed = (): PackedBulk => ({
    refresh: 'wait_for',
    ids: ['a', 'b'],
    ops: Uint8Array.of(0, 0x80),
    ranges: Uint32Array.of(0, 2, 0xffffffff, 0),
    bodies: new TextEncoder().encode('{}'),
    special: new Map([[1, { id: 'b', ifSeqNo: 7, version: undefined } as never]]),
  });

  test('a bulk arrives as it was sent, and its answer, too', async () => {
    const state = nodes.states.get('A') as ClusterState;
    const write = { shard: SHARD, activeCopies: 1, identity: ADA };
    const reply = await nodes.router('A').write(state, packed(), write);
    expect(nodes.host(at).calls).toEqual([packed()]);
    expect(reply).toEqual({ codes: Uint8Array.of(1), others: new Map([[0, { ok: false }]]) });
  });

  test('every copy answers a broadcast for itself', async () => {
    const asker = { identity: ADA, signal: never() };
    const { total, outcomes } = await nodes
      .router('A')
      .broadcast('refresh', ['logs', 'gone'], {}, asker);
    expect(total).toBe(2);
    expect(outcomes).toMatchObject([
      { ok: true, target: { index: 'logs', shardId: 0, nodeId: at, primary: true } },
      { ok: false, target: { shardId: 1, nodeId: at }, error: { reason: 'broken' } },
    ]);
  });
});

describe('from node to node', () => {
  beforeEach(async () => {
    nodes = await new Nodes().start('A', 'B', 'C');
    nodes.publish(stateWith([[copy('B', true), copy('C', false)]]));
  });
  const state = () => nodes.states.get('A') as ClusterState;
  const copies = () => nodes.router('A').copies(state(), SHARD, '_primary_first');
  const write = { shard: SHARD, activeCopies: 1, identity: ADA };
  const bulk = () => ({
    refresh: 'false' as const,
    ids: [],
    ops: new Uint8Array(0),
    ranges: new Uint32Array(0),
    bodies: new Uint8Array(0),
    special: new Map(),
  });

  test('who may not read an index is refused where the shard is, and so is a node that names nobody', async () => {
    const [first] = copies();
    const pin = nodes.router('A').pin(first, EVE);
    await expect(pin.call('search', { fetch: false } as never, never())).rejects.toMatchObject({
      status: 403,
    });
    await expect(
      nodes
        .router('A')
        .read(first, { identity: EVE, signal: never() })
        .get({} as never),
    ).rejects.toMatchObject({ type: 'security_exception' });
    await expect(
      nodes.router('A').write(state(), bulk(), { ...write, identity: EVE }),
    ).rejects.toMatchObject({ status: 403 });
    const refused = await nodes
      .router('A')
      .broadcast('stats', ['logs'], {}, { identity: EVE, signal: never() });
    expect(refused.outcomes.map((outcome) => !outcome.ok && outcome.error.type)).toEqual([
      'security_exception',
      'security_exception',
    ]);
    expect(nodes.host('B').calls).toEqual([]);
    const system = await nodes
      .router('A')
      .broadcast('stats', ['logs'], {}, { identity: SYSTEM_IDENTITY, signal: never() });
    expect(system.outcomes.every(({ ok }) => ok)).toBe(true);
  });

  test('the next copy answers when one fails, and when its node is gone', async () => {
    nodes.host('B').fails = new ApiError('exception', 'disk on fire');
    const read = (copy: ReadableCopy) =>
      nodes
        .router('A')
        .read(copy, { identity: ADA, signal: never() })
        .get({ id: 'x' } as never);
    expect(await readFromCopies(copies(), { signal: never() }, read)).toEqual({
      echoed: { id: 'x' },
    });
    nodes.network.kill('B');
    expect(await readFromCopies(copies(), { signal: never() }, read)).toEqual({
      echoed: { id: 'x' },
    });
    nodes.host('C').fails = new ApiError('parsing_exception', 'your fault');
    await expect(readFromCopies(copies(), { signal: never() }, read)).rejects.toMatchObject({
      status: 400,
    });
    nodes.network.kill('C');
    await expect(readFromCopies(copies(), { signal: never() }, read)).rejects.toMatchObject({
      status: 503,
      type: 'no_shard_available_action_exception',
      reason: 'No shard available for [[logs][0]]',
    });
  });

  test('a copy that is not there says less than the failure of another', async () => {
    const missing = new ApiError('no_shard_available_action_exception', 'No shard available');
    const errors = [missing, new ApiError('exception', 'disk on fire'), missing];
    const asked = [...copies(), ...copies()].slice(0, 3);
    const read = async () => {
      throw errors.shift();
    };
    await expect(readFromCopies(asked, { signal: never() }, read)).rejects.toThrow('disk on fire');
    expect(errors).toEqual([]);
  });

  test('a node that seems to stand still is asked last', () => {
    const first = () => nodes.router('A').copies(state(), SHARD)[0].nodeId;
    for (const suspect of ['B', 'C']) {
      nodes.suspects.add(suspect);
      for (let turn = 0; turn < 4; turn++) expect(first()).not.toBe(suspect);
      nodes.suspects.clear();
    }
  });

  test('a node that cannot be reached is asked last, and fails for its copies alone', async () => {
    nodes.network.kill('B');
    const connected = () => nodes.router('A').copies(state(), SHARD)[0].nodeId;
    while (connected() === 'B') await new Promise(setImmediate);
    expect(connected()).toBe('C');
    const { total, outcomes } = await nodes
      .router('A')
      .broadcast('flush', ['logs'], { force: false }, { identity: ADA, signal: never() });
    expect(total).toBe(2);
    expect(outcomes.map(({ ok, target }) => [target.nodeId, ok])).toEqual([
      ['B', false],
      ['C', true],
    ]);
  });

  test('pins of a node that is gone are let go of, and lost where they were open', async () => {
    const pin = await nodes
      .router('A')
      .pinNow(copies()[0], { identity: ADA, signal: never() }, 'scroll');
    nodes.network.kill('B');
    while (!pin.isLost()) await new Promise(setImmediate);
    const other = await nodes
      .router('A')
      .pinNow(copies()[1], { identity: ADA, signal: never() }, 'scroll');
    expect(other.isLost()).toBe(false);
    expect(nodes.host('C').pins).toBe(1);
    nodes.network.kill('A');
    while (nodes.host('C').pins > 0) await new Promise(setImmediate);
  });

  test('a write that is to be visible is so on every copy when it is answered', async () => {
    const refreshes = async (refresh: PackedBulk['refresh']) => {
      await nodes.router('A').write(state(), { ...bulk(), refresh }, write);
      return nodes.host('C').calls.splice(0);
    };
    expect(await refreshes('false')).toEqual([]);
    expect(await refreshes('true')).toEqual([{ call: 'refresh', shardId: 0 }]);
    expect(await refreshes('wait_for')).toEqual([{ call: 'next_refresh', shardId: 0 }]);
  });

  test('a refresh reaches copies that are on their way, and does not count them', async () => {
    const arriving = { ...copy('C', false), state: 'INITIALIZING' as const };
    nodes.publish(stateWith([[copy('B', true), arriving]]));
    const asker = { identity: ADA, signal: never() };
    const refreshed = await nodes.router('A').broadcast('refresh', ['logs'], {}, asker);
    expect(refreshed.total).toBe(2);
    expect(refreshed.outcomes.map(({ target }) => target.nodeId)).toEqual(['B']);
    expect(nodes.host('C').calls).toEqual([{ call: 'refresh', shardId: 0 }]);
  });

  test('a write to what is no longer the primary is to be tried again', async () => {
    const isStale = { type: 'retry_on_primary_exception', status: 503 };
    const replica = { ...copy('B', false), allocationId: 'on-B' };
    nodes.states.set('B', stateWith([[copy('C', true), replica]]));
    await expect(nodes.router('A').write(state(), bulk(), write)).rejects.toMatchObject(isStale);
    const moved = stateWith([[{ ...copy('B', true), allocationId: 'newer' }]]);
    nodes.states.set('B', moved);
    await expect(nodes.router('A').write(state(), bulk(), write)).rejects.toMatchObject(isStale);
    nodes.states.set('B', stateWith([[copy('B', true)]]));
    await expect(
      nodes.router('A').write(state(), bulk(), { ...write, activeCopies: 2 }),
    ).rejects.toMatchObject(isStale);
    expect(nodes.host('B').calls).toEqual([]);
  });

  test('a node that has not applied the asking one’s state yet does so first', async () => {
    const next = stateWith([[copy('B', true)]], 2);
    nodes.states.set('A', next);
    nodes.states.set('B', stateWith([[copy('C', true)]], 1));
    const reply = nodes.router('A').write(next, bulk(), write);
    await new Promise(setImmediate);
    nodes.states.set('B', next);
    expect(await reply).toMatchObject({ codes: Uint8Array.of(1) });
  });

  test('copies are asked by a state that their nodes have applied', async () => {
    const next = stateWith([[copy('A', true)], [copy('B', true)]], 2);
    const asker = { identity: ADA, signal: never() };
    nodes.states.set('A', next);
    nodes.applied.set('A', 1);
    const answer = nodes.router('A').broadcast('stats', ['logs'], {}, asker);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect([nodes.host('A').calls, nodes.host('B').calls]).toEqual([[], []]);
    nodes.applied.delete('A');
    nodes.states.set('B', next);
    expect((await answer).outcomes.map(({ target }) => target.nodeId)).toEqual(['A', 'B']);
  });

  test('an index that a node knows no more does not keep a call from the copies of others', async () => {
    const next = stateWith([[copy('B', true)]]);
    const shards = [[copy('B', true)]];
    const routing = new Map([...next.routing, ['old', { index: 'old', uuid: 'o', shards }]]);
    nodes.states.set('A', { ...next, routing });
    const asker = { identity: ADA, signal: never() };
    const answer = await nodes.router('A').broadcast('refresh', ['old', 'logs'], {}, asker);
    expect(answer.outcomes).toMatchObject([{ ok: true, target: { index: 'logs' } }]);
  });

  test('a shard nobody has is not available', () => {
    const nowhere = stateWith([[{ ...copy('B', true), state: 'UNASSIGNED' }]]);
    expect(() => nodes.router('A').copies(nowhere, SHARD)).toThrow(
      'No shard available for [[logs][0]]',
    );
    const another = { ...SHARD, index: { name: 'logs', uuid: 'former' } };
    expect(() => nodes.router('A').copies(state(), another)).toThrow('No shard available');
  });
});
