import { atOnce } from '@skein/base';
import { parseJsonInPieces } from '@skein/content';
import { ApiError } from '@skein/errors';
import { watchedReading } from './watched_reading.js';

const body = (values: number) => new TextEncoder().encode(`[${'{},'.repeat(values)}1]`);
const waiting = new AbortController().signal;
const roomy = { check: () => {} };

test('a body that fits is read to its end', () => {
  const read = watchedReading(parseJsonInPieces(body(100_000)), { signal: waiting, heap: roomy });
  expect(atOnce(read)).toHaveLength(100_001);
});

test('a body is not read on when the heap has no room for what it becomes', () => {
  const full = new ApiError('circuit_breaking_exception', 'full');
  let looks = 0;
  const check = () => {
    if (++looks === 3) throw full;
  };
  const read = watchedReading(parseJsonInPieces(body(1_000_000)), {
    signal: waiting,
    heap: { check },
  });
  expect(() => atOnce(read)).toThrow(full);
  expect(looks).toBe(3);
});

test('a body is not read on when nobody waits for the answer', () => {
  const client = new AbortController();
  const read = watchedReading(parseJsonInPieces(body(1_000_000)), {
    signal: client.signal,
    heap: roomy,
  });
  for (let i = 0; i < 10; i++) expect(read.next().done).toBe(false);
  client.abort();
  expect(() => atOnce(read)).toThrow('nobody waits');
});
