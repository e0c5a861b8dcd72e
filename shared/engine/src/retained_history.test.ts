/** What the log keeps for other copies, over a restart. */
import { indexOf, newDisk, openEngine, type TestDisk } from './testing/test_engine.js';

/** Operations 0 to 3, all in a commit, of which other copies need those from 2 on. */
function written(): TestDisk {
  const disk = newDisk();
  const engine = openEngine(disk, { create: true });
  engine.replica.notAlone();
  for (const id of ['a', 'b']) engine.index(indexOf(id, id));
  engine.replica.retainFrom(2);
  engine.replica.sync(1);
  engine.flush({ force: true, periodic: false });
  for (const id of ['c', 'd']) engine.index(indexOf(id, id));
  engine.replica.sync(3);
  engine.flush({ force: true, periodic: false });
  engine.close();
  return disk;
}

it('a copy that is opened again keeps what others needed until a primary says otherwise', () => {
  const engine = openEngine(written(), { create: false });
  engine.replica.notAlone();
  engine.index(indexOf('e', 'e'));
  engine.replica.sync(4);
  engine.flush({ force: true, periodic: false });
  expect(engine.replica.hasHistoryFrom(2)).toBe(true);
  engine.replica.retainFrom(5);
  engine.flush({ force: true, periodic: false });
  expect(engine.replica.hasHistoryFrom(2)).toBe(false);
  engine.close();
});

it('a copy that is alone keeps nothing for others', () => {
  const engine = openEngine(written(), { create: false });
  engine.index(indexOf('e', 'e'));
  engine.flush({ force: true, periodic: false });
  expect(engine.replica.hasHistoryFrom(2)).toBe(false);
  engine.close();
});
