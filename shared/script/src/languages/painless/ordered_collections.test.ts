/** Collections in an order, with the results of OpenSearch 2.19 on Java 17. */
import { provideWorld } from '@skein/java';
import { fixedWorld } from './fixed_world.js';
import { run } from './script_results.js';

beforeEach(() => provideWorld(fixedWorld()));

const MAP = 'TreeMap m = new TreeMap(); for (int i = 10; i <= 50; i += 10) m.put(i, i);';
const asked = (map: string, calls: readonly string[]): unknown =>
  run(
    `${MAP} NavigableMap n = ${map}; return ${calls.map((call) => `n.${call}`).join(" + ' ' + ")}`,
  );

describe('neighbors of a key', () => {
  const near = (key: number): readonly string[] => [
    `navigableKeySet().lower(${key})`,
    `floorKey(${key})`,
    `ceilingKey(${key})`,
    `higherKey(${key})`,
  ];

  it.each([
    ['m', 30, '20 30 30 40'],
    ['m', 35, '30 30 40 40'],
    ['m', 5, 'null null 10 10'],
    ['m', 55, '50 50 null null'],
    ['m.descendingMap()', 30, '40 30 30 20'],
    ['m.descendingMap()', 35, '40 40 30 30'],
    ['m.subMap(20, true, 40, false)', 30, '20 30 30 null'],
    ['m.subMap(20, true, 40, false)', 5, 'null null 20 20'],
    ['m.subMap(20, true, 40, false)', 99, '30 30 null null'],
    ['m.subMap(20, false, 40, true).descendingMap()', 30, '40 30 30 null'],
    ['m.headMap(5, true)', 5, 'null null null null'],
  ])('in %s: %s', (map, key, expected) => {
    expect(asked(map, near(key))).toBe(expected);
  });

  it.each([
    ['m', '10 50 5'],
    ['m.descendingMap()', '50 10 5'],
    ['m.tailMap(20, false)', '30 50 3'],
    ['m.tailMap(20, false).descendingMap()', '50 30 3'],
  ])('the ends of %s', (map, expected) => {
    expect(asked(map, ['firstKey()', 'lastKey()', 'size()'])).toBe(expected);
  });
});

it('a lookup does not go through all keys', () => {
  const source = `TreeSet s = new TreeSet(); for (int i = 0; i < 20000; i++) s.add(i);
    long sum = 0; for (int i = 0; i < 20000; i++) sum += s.floor(i);
    while (!s.isEmpty()) sum += s.pollFirst(); return sum`;
  expect(run(source)).toBe(399_980_000n);
});

it('an element that a removal moves before the iterator is given last', () => {
  const source = `PriorityQueue q = new PriorityQueue();
    for (int x : [0, 10, 1, 11, 12, 2, 3, 13, 14, 15, 16, 4, 5]) q.add(x);
    List given = new ArrayList(); Iterator i = q.iterator();
    while (i.hasNext()) { int x = i.next(); given.add(x); if (x >= 11 && x <= 14) i.remove(); }
    return given + ' ' + q`;
  expect(run(source)).toBe(
    '[0, 10, 1, 11, 12, 2, 3, 13, 16, 14, 15, 5, 4] [0, 4, 1, 10, 5, 2, 3, 16, 15]',
  );
});
