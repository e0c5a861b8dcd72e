import fc from 'fast-check';
import { socketLimits } from './socket_limits.js';

test('connections of all kinds leave a quarter of the files to shards', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e6 }),
      fc.integer({ min: 64, max: 1e7 }),
      (most, files) => {
        const { http, transport } = socketLimits(most, files);
        expect(http).toBeLessThanOrEqual(most);
        expect(http).toBeGreaterThan(0);
        expect(http + transport).toBeLessThanOrEqual(files * 0.75);
      },
    ),
  );
  expect(socketLimits(10_000, -1).http).toBe(10_000);
  expect(socketLimits(10_000, 65_536)).toEqual({ http: 10_000, transport: 10_000 });
});
