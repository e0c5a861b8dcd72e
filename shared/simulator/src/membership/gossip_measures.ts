/**
 * Measures how long information takes to spread in a world of gossip, in milliseconds; Infinity if
 * longer than a minute.
 */
import type { GossipWorld } from './gossip_world.js';

const LIMIT_MS = 60_000;

/** A member writes a value; returns the time until all members know it. */
export function spread(world: GossipWorld): number {
  const writer = world.random.pick(world.ids);
  const value = String(world.nowMs);
  world.input(writer, { kind: 'write', key: 'load', value });
  const isKnown = (): boolean =>
    world.ids.every(
      (id) => world.state(id)?.records.get(writer)?.entries.get('load')?.value === value,
    );
  return world.runUntil(isKnown, LIMIT_MS) ?? Infinity;
}

/** A member crashes; returns the time until no other member takes it for alive. */
export function detection(world: GossipWorld): number {
  const victim = world.random.pick(world.ids);
  world.crash(victim);
  const isSeen = (): boolean =>
    world.ids.every(
      (id) => id === victim || world.state(id)?.health.get(victim)?.status !== 'alive',
    );
  return world.runUntil(isSeen, LIMIT_MS) ?? Infinity;
}
