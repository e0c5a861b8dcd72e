import { MergePace, MergeStopped } from './merge_pace.js';

test('writes wait until they are due; being told to stop ends the merge', () => {
  const stop = new SharedArrayBuffer(4);
  const startedMs = performance.now();
  const clock = { nowMs: () => 0, monotonicMs: () => performance.now() };
  const pace = new MergePace({ stop, bytesPerSecond: 1_000_000 }, clock);
  pace.write(10_000);
  pace.write(20_000);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(29);
  Atomics.store(new Int32Array(stop), 0, 1);
  expect(() => pace.write(1_000_000_000)).toThrow(MergeStopped);
  expect(() => pace.check()).toThrow(MergeStopped);
});
