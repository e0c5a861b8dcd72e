/** Scrolls and points in time of other nodes, from the calling and the answering side. */

import { systemRandom, systemTimers } from '@skein/platform';
import type { Identity } from '../../security/mod.js';
import { UserContexts } from '../../security/user_contexts.js';
import { testMemory } from '../../shard_host/testing/test_memory.js';
import { TestNetwork } from '../../testing/test_links.js';
import type { SearchCoordinatorParts } from '../search_caller.js';
import { CONTEXT_ROUTES, type ContextCalls } from './context_calls.js';
import { answerContextCalls } from './context_service.js';
import type { HeldShards } from './held_shards.js';
import { closeContexts } from './local_contexts.js';
import { closePointsInTime, listPointsInTime } from './point_in_time.js';
import { RemoteContexts } from './remote_contexts.js';
import { nextPage } from './scroll.js';
import { SearchContexts } from './search_contexts.js';

const ADA: Identity = { subject: 'ada', clientId: 'app', scope: ['indices:read:*'] };
const EVE: Identity = { ...ADA, subject: 'eve' };
const clock = { nowMs: () => 0, monotonicMs: () => 0 };
const network = () =>
  new TestNetwork<ContextCalls>({
    routes: CONTEXT_ROUTES,
    timers: systemTimers,
    random: systemRandom,
  });

let nodes: ReturnType<typeof network>;
beforeEach(() => {
  nodes = network();
});
afterEach(() => nodes.stop());

async function join(nodeId: string) {
  const links = await nodes.join(nodeId);
  const users = new UserContexts({ localNodeId: nodeId, clock, seal: undefined });
  const contexts = new SearchContexts({
    nodeId,
    clock,
    timers: systemTimers,
    random: systemRandom,
    requests: testMemory().requests,
  });
  const remoteContexts = new RemoteContexts({ links, users });
  const parts = { clock, contexts, remoteContexts } as unknown as SearchCoordinatorParts;
  answerContextCalls({ links, users, coordinator: parts });
  let released = 0;
  const held = { size: 2, release: () => released++ } as unknown as HeldShards;
  const open = (identity = ADA) =>
    contexts.pointsInTime.open({ identity, keepAliveMs: 60_000, held, content: { shards: [] } })
      .text;
  const as = (identity: Identity) => ({
    options: { identity, signal: new AbortController().signal, nowMs: 0 },
    parts,
  });
  return { open, as, released: () => released, contexts };
}

test('a caller finds, lists and closes their own wherever they are', async () => {
  const [a, b] = [await join('A'), await join('B')];
  const [mine, there] = [a.open(), b.open()];
  b.open(EVE);
  const list = await listPointsInTime(a.as(ADA));
  expect(list.map(({ id }) => id)).toEqual([mine, there]);
  expect(await closePointsInTime([there, mine], a.as(EVE))).toMatchObject([
    { id: there, wasOpen: false },
    { id: mine, wasOpen: false },
  ]);
  expect(await closePointsInTime([there, mine], a.as(ADA))).toMatchObject([
    { id: there, wasOpen: true, shards: 2 },
    { id: mine, wasOpen: true },
  ]);
  expect([a.released(), b.released()]).toEqual([1, 1]);
  a.open();
  b.open();
  expect(await closeContexts('pit', undefined, a.as(ADA))).toHaveLength(2);
  expect(await listPointsInTime(a.as(EVE))).toHaveLength(1);
});

test('what is not there any more is not there, and neither is what a lost node had', async () => {
  const [a, b] = [await join('A'), await join('B')];
  const scroll = b.contexts.scrolls.open({
    identity: EVE,
    keepAliveMs: 60_000,
    held: { size: 0, release: () => undefined } as unknown as HeldShards,
    content: {} as never,
  });
  const call = { id: scroll.text, keepAliveMs: undefined, restTotalHitsAsInt: false };
  const missing = { type: 'search_phase_execution_exception', status: 404 };
  await expect(nextPage(call, a.as(ADA))).rejects.toMatchObject(missing);
  const there = b.open();
  nodes.kill('B');
  await expect(nextPage(call, a.as(EVE))).rejects.toMatchObject(missing);
  expect(await closePointsInTime([there], a.as(ADA))).toMatchObject([{ wasOpen: false }]);
  expect(await listPointsInTime(a.as(ADA))).toEqual([]);
});
