/** Contexts: visibility, lifetime, and the release of their shards. */

import type { Timers } from '@skein/base';
import type { Identity } from '../../security/mod.js';
import type { PinnedShard } from '../../shard_host/mod.js';
import { testMemory } from '../../shard_host/testing/test_memory.js';
import type { ShardToAsk } from '../search_targets.js';
import { contextIdText, parseContextId } from './context_id.js';
import { ContextTable } from './context_table.js';
import { HeldShards } from './held_shards.js';

const ADA: Identity = { subject: 'ada', clientId: 'c', scope: [], issuer: 'https://i' };
const at = (shardId: number) => ({ index: { uuid: 'u' }, shardId }) as ShardToAsk;
const SHARDS = [0, 1].map(at);

function hold(pinNow: () => Promise<PinnedShard>): Promise<HeldShards> {
  return HeldShards.hold(SHARDS, {
    identity: ADA,
    signal: new AbortController().signal,
    copies: (shard) => [
      { shard, nodeId: 'n-1', copy: {} as never },
      { shard, nodeId: 'n-2', copy: {} as never },
    ],
    shardRouter: { pinNow },
    purpose: 'point_in_time',
  });
}

function setUp() {
  const waiting = new Map<number, { readonly delayMs: number; readonly callback: () => void }>();
  let made = 0;
  const timers: Timers = {
    after: (delayMs, callback) => {
      const key = made++;
      waiting.set(key, { delayMs, callback });
      return { cancel: () => void waiting.delete(key) };
    },
  };
  const random = { next: () => 0, bytes: (count: number) => new Uint8Array(count).fill(made) };
  const { breakers, requests } = testMemory();
  const clock = { nowMs: () => 5, monotonicMs: () => 0 };
  const table = new ContextTable<string>('pit', { nodeId: 'n-1', clock, timers, random, requests });
  const shards = { pinned: 0, lost: false };
  const pin = (): PinnedShard => {
    shards.pinned++;
    return {
      isLost: () => shards.lost,
      call: async () => undefined as never,
      release: () => {
        shards.pinned--;
      },
    };
  };
  const open = async (identity = ADA, keepAliveMs = 1000) => {
    const held = await hold(async () => pin());
    return table.open({ identity, keepAliveMs, held, content: 'x' });
  };
  const expire = () => {
    for (const [key, { callback }] of [...waiting]) {
      waiting.delete(key);
      callback();
    }
  };
  return { table, shards, open, expire, waiting, breakers, requests };
}

test('shards of contexts that are being opened count towards the limit', async () => {
  const { table, open } = setUp();
  const refusal = () => new Error('too many');
  const arrival = { shards: 2, most: 4, refusal };
  await table.admit(arrival, () => open());
  let end: () => void = () => {};
  const slow = table.admit(
    arrival,
    () =>
      new Promise<void>((done) => {
        end = done;
      }),
  );
  await expect(table.admit(arrival, () => open())).rejects.toThrow('too many');
  end();
  await slow;
  await table.admit(arrival, () => open());
  await expect(table.admit(arrival, () => open())).rejects.toThrow('too many');
  expect(table.shardCount).toBe(4);
});

test('only its owner finds a context: the subject, through the client, of the issuer', async () => {
  const { table, open } = setUp();
  const { text } = await open();
  expect(table.find(text, { ...ADA, scope: ['indices:read:a'] })?.content).toBe('x');
  expect(table.find(text, { ...ADA, subject: 'eve' })).toBeUndefined();
  expect(table.find(text, { ...ADA, clientId: 'other' })).toBeUndefined();
  expect(table.find(text, { ...ADA, issuer: 'https://else' })).toBeUndefined();
  expect(table.ownedBy(ADA)).toHaveLength(1);
  expect(table.ownedBy({ ...ADA, subject: 'eve' })).toHaveLength(0);
});

test('a context lets go of its shards when its time is over, when it is closed, when they are lost', async () => {
  const { table, shards, open, expire } = setUp();
  await open();
  expect(table.shardCount).toBe(2);
  expire();
  expect([table.shardCount, shards.pinned]).toEqual([0, 0]);
  const closed = await open();
  table.close(closed);
  table.close(closed);
  expect(shards.pinned).toBe(0);
  await open();
  table.dropLost();
  expect(shards.pinned).toBe(2);
  shards.lost = true;
  table.dropLost();
  expect(shards.pinned).toBe(0);
});

test('a context does not expire while it is at work, and lives as long as was last asked for', async () => {
  const { table, shards, open, expire, waiting } = setUp();
  const context = await open();
  await table.use(context, 7000, async () => {
    expire();
    expect(shards.pinned).toBe(2);
  });
  expect([...waiting.values()].map(({ delayMs }) => delayMs)).toEqual([7000]);
  expect(table.find(context.text, ADA)?.keepAliveMs).toBe(7000);
  expire();
  expect(table.find(context.text, ADA)).toBeUndefined();
});

test('what is kept of a context is counted as memory of requests; without room it is not opened and its shards are let go', async () => {
  const { table, shards, open, expire, breakers, requests } = setUp();
  const { limits } = breakers;
  const request = { ...limits.children.request, limitBytes: 10_000 };
  breakers.changeLimits({ ...limits, children: { ...limits.children, request } });
  await open();
  await open();
  const { bytes } = requests;
  expect(bytes).toBeGreaterThan(5000);
  for (let refused = 0; refused < 3; refused++) {
    await expect(open()).rejects.toMatchObject({ type: 'circuit_breaking_exception' });
  }
  expect([table.shardCount, shards.pinned, requests.bytes]).toEqual([4, 4, bytes]);
  expire();
  expect([shards.pinned, requests.bytes]).toEqual([0, 0]);
});

test('held shards are searched as they were, are lent out, and are missing once they are let go of', async () => {
  const { shards, open } = setUp();
  const { held } = await open();
  held.offers(at(1))[0]?.pin().release();
  expect(shards.pinned).toBe(2);
  expect(() => held.offers(at(7))).toThrow('No search context found for id [7]');
  held.release();
  expect(() => held.offers(at(1))).toThrow('No search context found for id [1]');
});

test('a shard that cannot be pinned is missing alone, with why the last copy could not', async () => {
  let asked = 0;
  const held = await hold(async () => {
    asked++;
    throw new Error(`not here ${asked}`);
  });
  expect(held.size).toBe(0);
  expect(asked).toBe(4);
  expect(() => held.offers(at(0))).toThrow('not here 3');
});

test('the next copy is held when one cannot be pinned', async () => {
  const pin = { isLost: () => false, release: () => undefined } as PinnedShard;
  const failed = new Set<string>();
  const held = await HeldShards.hold(SHARDS, {
    identity: ADA,
    signal: new AbortController().signal,
    copies: (shard) => [
      { shard, nodeId: 'away', copy: {} as never },
      { shard, nodeId: 'there', copy: {} as never },
    ],
    shardRouter: {
      pinNow: async ({ nodeId, shard }) => {
        if (nodeId === 'there') return pin;
        failed.add(String(shard.shardId));
        throw new Error('away');
      },
    },
    purpose: 'scroll',
  });
  expect([...failed]).toEqual(['0', '1']);
  expect(held.size).toBe(2);
  expect(held.offers(at(0)).map(({ nodeId }) => nodeId)).toEqual(['there']);
  expect(held.failureOf(at(0))).toBeUndefined();
});

test('ids are read back, and nothing else is', async () => {
  const id = { kind: 'pit', number: 12, nodeId: 'n_-1', secret: 'A'.repeat(22) } as const;
  const text = contextIdText(id);
  expect(parseContextId('pit', text)).toEqual(id);
  expect(parseContextId('scroll', text)).toBeUndefined();
  for (const wrong of ['', 'abc', 'ä', text.slice(2), `${text}=`, btoa('pit:1:n')]) {
    expect(parseContextId('pit', wrong)).toBeUndefined();
  }
});
