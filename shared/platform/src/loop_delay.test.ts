import { LoopDelay } from './loop_delay.js';

test('a loop that was held up is seen to have been', async () => {
  const delay = new LoopDelay();
  expect(delay.delays()).toEqual({ samples: 0, mean: 0, p50: 0, p99: 0, max: 0 });
  await new Promise((resolve) => setTimeout(resolve, 30));
  const endMs = performance.now() + 120;
  while (performance.now() < endMs);
  while (delay.delays().max < 100) await new Promise((resolve) => setTimeout(resolve, 5));
  const { samples, p50, p99, max } = delay.delays();
  expect(samples).toBeGreaterThan(0);
  expect(p50).toBeLessThanOrEqual(p99);
  expect(p99).toBeLessThanOrEqual(max);
  delay.stop();
});
