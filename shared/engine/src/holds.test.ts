import { Holds } from './holds.js';
import { SnapshotPins } from './snapshot_pins.js';

test('the oldest held generation counts, as long as any holder keeps it', () => {
  const holds = new Holds();
  expect(holds.least).toBe(Number.POSITIVE_INFINITY);
  const five = holds.hold(5);
  const three = holds.hold(3);
  const again = holds.hold(3);
  expect(holds.least).toBe(3);
  three();
  three();
  expect(holds.least).toBe(3);
  again();
  expect(holds.least).toBe(5);
  five();
  expect(holds.least).toBe(Number.POSITIVE_INFINITY);
});

test('a point in time is released by the last of its holders', () => {
  const released: number[] = [];
  const pins = new SnapshotPins((version) => released.push(version));
  for (const version of [1, 1, 1, 2]) pins.hold(version);
  pins.letGo(1);
  pins.letGo(1);
  expect(released).toEqual([]);
  pins.letGo(2);
  pins.letGo(1);
  expect(released).toEqual([2, 1]);
  expect(() => pins.letGo(1)).toThrow('snapshot 1 is not held');
});
