import { MergeControl } from './merge_control.js';
import { MergePace, MergeStopped } from './merge_pace.js';

const MB = 1024 * 1024;
const clock = { nowMs: () => 0, monotonicMs: () => performance.now() };

test('writes wait until they are due; being told to stop ends the merge', () => {
  const control = new MergeControl();
  control.bytesPerSecond = MB;
  const startedMs = performance.now();
  const pace = new MergePace(control.shared, clock);
  pace.write(10 * 1024);
  pace.write(30 * 1024);
  const leastMs = (39 / 1024) * 1000;
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(leastMs - 10);
  expect(control.heldBackMs).toBeGreaterThan(0);
  control.stop();
  expect(() => pace.write(1_000_000_000)).toThrow(MergeStopped);
  expect(() => pace.check()).toThrow(MergeStopped);
});

test('without a limit nothing is held back; a rate may come and go', () => {
  const control = new MergeControl();
  const pace = new MergePace(control.shared, { nowMs: () => 0, monotonicMs: () => 0 });
  pace.write(1e12);
  control.bytesPerSecond = 5 * MB;
  expect(control.bytesPerSecond).toBe(5 * MB);
  control.bytesPerSecond = Number.POSITIVE_INFINITY;
  pace.write(1e12);
  expect(control.heldBackMs).toBe(0);
});

test('what is told before one waits for it ends the wait', () => {
  const control = new MergeControl();
  const { changes } = control;
  control.bytesPerSecond = 2 * MB;
  control.wait(changes, 1e9);
  expect(control.changes).toBe(changes + 1);
});
