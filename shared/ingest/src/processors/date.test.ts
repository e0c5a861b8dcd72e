/** Moments of numbers, with the answers of OpenSearch 2.19. */
import type { JsonObject } from '@skein/content';
import { simulated, testThread } from '../testing/test_thread.js';

function read(format: string, text: string): unknown {
  const processor = { date: { field: 'd', formats: [format] } };
  const [result] = simulated([processor], [{ d: text }], { thread: testThread() });
  return (result?._source as JsonObject | undefined)?.['@timestamp'] ?? 'refused';
}

const LAST = '+292278994-08-17T07:12:55.807Z';
/** The year is one of its era. */
const FIRST = '+292275056-05-16T16:47:04.192Z';

test.each([
  ['UNIX', 'NaN', '1970-01-01T00:00:00.000Z'],
  ['UNIX', 'Infinity', LAST],
  ['UNIX', '-Infinity', FIRST],
  ['UNIX', '1e300', LAST],
  ['UNIX', '8.7e12', '+277662-01-09T10:40:00.000Z'],
  ['UNIX', '-8.7e12', '+273724-12-22T13:20:00.000Z'],
  ['UNIX_MS', '9223372036854775807', LAST],
  ['UNIX_MS', '-9223372036854775808', FIRST],
  ['UNIX_MS', '8640000000000001', '+275760-09-13T00:00:00.001Z'],
  ['UNIX_MS', '9223372036854775808', 'refused'],
  ['UNIX_MS', '0x10', 'refused'],
  ['UNIX_MS', '-0x10', 'refused'],
  ['TAI64N', '400000005f5e100000000000', '2020-09-13T12:26:30.000Z'],
  ['TAI64N', '400000005f5e1000-0000005', '2020-09-13T12:26:30.000Z'],
  ['TAI64N', '4000+0005f5e100000000000', 'refused'],
])('%s reads %s as %s', (format, text, expected) => {
  expect(read(format, text)).toBe(expected);
});
