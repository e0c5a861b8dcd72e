/**
 * docs/specs/membership.md: how fast writes and deaths become known (M1, M2), and that a slow or
 * lossy member is not taken for dead (M3, M4).
 */
import fc from 'fast-check';
import { detection, spread } from './gossip_measures.js';
import { GossipWorld } from './gossip_world.js';

/** The seed of the first world; `SEED=<number>` repeats a run. */
const { seed: FIRST = 1 } = fc.readConfigureGlobal() ?? {};
const WARM_UP_MS = 10_000;

function warm(seed: number, members: number): GossipWorld {
  const world = new GossipWorld({ seed, members });
  world.run(WARM_UP_MS);
  for (const id of world.ids) expect(world.state(id)?.records.size).toBe(members);
  return world;
}

test.each([
  [5, 40],
  [50, 4],
  [200, 1],
])(
  'M1 M2: %i members know a write within 4 log2 n rounds and see a crash within 10 s (%i seeds)',
  (members, seeds) => {
    for (let seed = FIRST; seed < FIRST + seeds; seed++) {
      const world = warm(seed, members);
      expect(spread(world)).toBeLessThanOrEqual(4 * Math.log2(members) * 1000);
      expect(detection(world)).toBeLessThanOrEqual(10_000);
    }
  },
);

test('M3: a member that stalls 2 s in every 10 s for an hour makes nobody else unreachable', () => {
  const world = new GossipWorld({ seed: FIRST, members: 5 });
  world.run(WARM_UP_MS);
  for (let i = 0; i < 360; i++) {
    world.stall('m3', 2_000);
    world.run(10_000);
  }
  const removals = world.verdicts.filter(({ status }) => status === 'unreachable');
  expect(removals).toEqual([]);
});

test('M4: with 5 % of messages lost, at most one member an hour is wrongly unreachable', () => {
  const world = new GossipWorld({ seed: FIRST, members: 5, lossChance: 0.05 });
  world.run(3_600_000);
  const removals = world.verdicts.filter(({ status }) => status === 'unreachable');
  expect(removals.length).toBeLessThanOrEqual(1);
  // Indirect probes make up for lost ones: without them there are thousands of suspicions.
  const suspicions = world.verdicts.filter(({ status }) => status === 'suspect');
  expect(suspicions.length).toBeLessThan(100);
});

test.each([3, 5])(
  'M6: of a process whose node has started another one %i members make up their minds once',
  (members) => {
    const world = warm(10, members);
    const before = 'm2';
    const after = world.restart(before);
    world.run(120_000);
    for (const id of world.ids) {
      if (id !== after) expect(world.state(id)?.health.get(before)?.status).toBe('unreachable');
      const verdicts = world.verdicts.filter(({ by, about }) => by === id && about === before);
      expect(verdicts.length).toBeLessThanOrEqual(2);
    }
    const doubts = world.verdicts.filter(({ about }) => about !== before);
    expect(doubts).toEqual([]);
  },
);

test('M5: a member that comes back from a long stall is alive again everywhere and has blamed nobody', () => {
  const world = warm(9, 5);
  world.stall('m2', 120_000);
  world.run(119_000);
  const others = world.ids.filter((id) => id !== 'm2');
  for (const id of others) expect(world.state(id)?.health.get('m2')?.status).toBe('unreachable');
  const isBack = () =>
    world.ids.every((id) =>
      [...(world.state(id)?.health.values() ?? [])].every(({ status }) => status === 'alive'),
    );
  expect(world.runUntil(isBack, 60_000)).toBeDefined();
  const blamed = world.verdicts.filter(({ by, status }) => by === 'm2' && status !== 'alive');
  expect(blamed).toEqual([]);
});
