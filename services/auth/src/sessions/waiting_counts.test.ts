/** Tests the counts of the waiting room by themselves: one by address, one of all. */
import { openSqliteStore } from '../store/sqlite/sqlite_store.js';
import { PENDING_MS } from './lifetimes.js';
import { WaitingRoom } from './waiting_room.js';

const MOST = 20;
const FULL = 'Too many requests wait for their users';
const BUSY = 'Too many requests of this address wait for their users';

/** A room whose store counts `waiting` at any time. */
function newRoom() {
  const store = openSqliteStore(':memory:');
  const world = { nowMs: 0, waiting: 0, counts: 0 };
  jest.spyOn(store, 'countWaiting').mockImplementation(async () => {
    world.counts++;
    return world.waiting;
  });
  const clock = { nowMs: () => world.nowMs, monotonicMs: () => world.nowMs };
  const room = new WaitingRoom(MOST);
  const enter = (address?: string) => room.enter({ store, clock }, address);
  return { world, enter };
}

it('the store counts once a second, and entries are added in between', async () => {
  const { world, enter } = newRoom();
  world.waiting = MOST - 2;
  await enter('10.0.0.1');
  await enter('10.0.0.2');
  await expect(enter('10.0.0.3')).rejects.toMatchObject({
    code: 'temporarily_unavailable',
    waitMs: 60_000,
    message: FULL,
  });
  world.waiting = 0;
  world.nowMs = 999;
  await expect(enter('10.0.0.3')).rejects.toThrow(FULL);
  expect(world.counts).toBe(1);
  world.nowMs = 1000;
  await enter('10.0.0.3');
  expect(world.counts).toBe(2);
});

it('from half on, an address that has a tenth of the places waits', async () => {
  const { world, enter } = newRoom();
  await enter('10.0.0.1');
  await enter('10.0.0.1');
  world.waiting = MOST / 2 - 1;
  world.nowMs = 1000;
  await enter('10.0.0.1');
  await expect(enter('10.0.0.1')).rejects.toThrow(BUSY);
  await enter('10.0.0.2');
  await enter('10.0.0.2');
  await expect(enter('10.0.0.2')).rejects.toThrow(BUSY);
  for (const entry of [undefined, undefined]) await enter(entry);
  await expect(enter(undefined)).rejects.toThrow(BUSY);
});

it('entries of an address count while they may wait, and no longer', async () => {
  const { world, enter } = newRoom();
  await enter('10.0.0.1');
  await enter('10.0.0.1');
  world.waiting = MOST / 2;
  world.nowMs = PENDING_MS;
  await expect(enter('10.0.0.1')).rejects.toThrow(BUSY);
  world.nowMs = 2 * PENDING_MS - 1;
  await expect(enter('10.0.0.1')).rejects.toThrow(BUSY);
  world.nowMs = 2 * PENDING_MS;
  await enter('10.0.0.1');
});

it('an address that comes back much later begins anew', async () => {
  const { world, enter } = newRoom();
  await enter('10.0.0.1');
  await enter('10.0.0.1');
  world.waiting = MOST / 2;
  world.nowMs = 2 * PENDING_MS;
  await enter('10.0.0.1');
});

it('more addresses than places push the counts of the span before out', async () => {
  const { world, enter } = newRoom();
  await enter('10.0.0.1');
  await enter('10.0.0.1');
  for (let i = 0; i < 2 * MOST; i++) {
    world.nowMs += 1000;
    await enter(`10.0.1.${i}`);
  }
  world.waiting = MOST / 2;
  world.nowMs += 1000;
  await enter('10.0.0.1');
});
