import { getHeapStatistics } from 'node:v8';
import { heapSizes, ThreadHeaps } from './thread_heaps.js';

const SIZES = { usedBytes: 3, committedBytes: 4, nativeBytes: 1, externalBytes: 2 };

test('a busy thread is shown by its last figures, and one without any is left out', async () => {
  const answers = [Promise.resolve(SIZES), new Promise<never>(() => {})];
  const busyLater = { name: 'a', heap: () => answers.shift() ?? Promise.reject(new Error('late')) };
  const busyNow = { name: 'b', heap: () => new Promise<never>(() => {}) };
  const gone = { name: 'c', heap: () => Promise.reject(new Error('ended')) };
  const heaps = new ThreadHeaps();
  const turn = () => new Promise<void>((over) => setImmediate(over));
  const expected = [{ name: 'a', ...SIZES }];
  expect(await heaps.measure([busyLater, busyNow, gone], turn())).toEqual(expected);
  expect(await heaps.measure([busyLater, busyNow, gone], turn())).toEqual(expected);
});

test("sizes of this thread's heap", () => {
  const { usedBytes, committedBytes } = heapSizes(getHeapStatistics());
  expect(usedBytes).toBeGreaterThan(1_000_000);
  expect(committedBytes).toBeGreaterThan(1_000_000);
});
