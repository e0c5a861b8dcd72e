/** Times of cron expressions from Elasticsearch's documentation and Quartz's tests. */
import { parseQuartzCron } from './quartz_cron.js';

function times(expression: string, from: string, count = 3): string[] {
  const { nextMs } = parseQuartzCron(expression);
  const found: string[] = [];
  let at: number | undefined = Date.parse(from);
  for (let number = 0; number < count; number++) {
    at = nextMs(at);
    if (at === undefined) break;
    found.push(new Date(at).toISOString().replace('.000Z', ''));
  }
  return found;
}

test.each<[string, string, readonly string[]]>([
  ['0 30 1 * * ?', '2026-11-28T01:29:59Z', ['2026-11-28T01:30:00', '2026-11-29T01:30:00']],
  // The time itself has passed, so the next one is expected.
  ['0 30 1 * * ?', '2026-11-28T01:30:00Z', ['2026-11-29T01:30:00', '2026-11-30T01:30:00']],
  ['0 0/5 14,18 * * ?', '2026-11-28T14:54:00Z', ['2026-11-28T14:55:00', '2026-11-28T18:00:00']],
  ['5/20 * * ? * *', '2026-11-28T23:59:40Z', ['2026-11-28T23:59:45', '2026-11-29T00:00:05']],
  // 2 is Monday: Quartz counts from Sunday.
  ['0 0 9 ? * 2', '2026-11-28T00:00:00Z', ['2026-11-30T09:00:00', '2026-12-07T09:00:00']],
  ['0 0 9 ? * MON-FRI', '2026-11-27T10:00:00Z', ['2026-11-30T09:00:00', '2026-12-01T09:00:00']],
  ['0 0 9 ? * FRI-SUN', '2026-11-29T10:00:00Z', ['2026-12-04T09:00:00', '2026-12-05T09:00:00']],
  ['0 0 22-1 1 * ?', '2026-11-01T21:00:00Z', ['2026-11-01T22:00:00', '2026-11-01T23:00:00']],
  ['0 0 0 L * ?', '2026-01-31T00:00:00Z', ['2026-02-28T00:00:00', '2026-03-31T00:00:00']],
  ['0 0 0 L-3 * ?', '2026-02-01T00:00:00Z', ['2026-02-25T00:00:00', '2026-03-28T00:00:00']],
  // 15 August 2026 is a Saturday, 15 November a Sunday.
  ['0 0 0 15W 8,11 ?', '2026-08-01T00:00:00Z', ['2026-08-14T00:00:00', '2026-11-16T00:00:00']],
  // 1 August 2026 is a Saturday and 31 May a Sunday; the weekday must stay in the month.
  ['0 0 0 1W 8 ?', '2026-07-01T00:00:00Z', ['2026-08-03T00:00:00']],
  ['0 0 0 LW 5 ?', '2026-05-01T00:00:00Z', ['2026-05-29T00:00:00']],
  ['0 0 0 ? * 6L', '2026-11-01T00:00:00Z', ['2026-11-27T00:00:00', '2026-12-25T00:00:00']],
  ['0 0 0 ? * FRI#3', '2026-11-01T00:00:00Z', ['2026-11-20T00:00:00', '2026-12-18T00:00:00']],
  ['0 0 0 ? * L', '2026-11-01T00:00:00Z', ['2026-11-07T00:00:00', '2026-11-14T00:00:00']],
  ['0 0 0 29 FEB ?', '2026-11-01T00:00:00Z', ['2028-02-29T00:00:00', '2032-02-29T00:00:00']],
  [
    '0 0 0 1 1 ? 2028-2032/2',
    '2026-11-01T00:00:00Z',
    ['2028-01-01T00:00:00', '2030-01-01T00:00:00'],
  ],
])('%s after %s', (expression, from, expected) => {
  expect(times(expression, from, expected.length)).toEqual(expected);
});

test('years that are over, and days that never come, have no next time', () => {
  expect(times('0 0 0 1 1 ? 2020', '2026-01-01T00:00:00Z')).toEqual([]);
  expect(times('0 0 0 30 2 ?', '2026-01-01T00:00:00Z')).toEqual([]);
});

test.each([
  ['* * * * *', 'six or seven fields are expected, but there are 5'],
  ['0 0 0 * * *', 'one of [day of month] and [day of week] must be [?], and only one'],
  ['0 0 0 ? * ?', 'one of [day of month] and [day of week] must be [?], and only one'],
  ['60 0 0 * * ?', '[60] in [seconds]'],
  ['0 0 0 0 * ?', '[0] in [day of month]'],
  ['0 0 0 ? * 8', '[8] in [day of week]'],
  ['0 0 0 ? * FRI#6', '[#] needs a number from 1 to 5'],
  ['0 0 0 32W * ?', '[W] needs a day from 1 to 31'],
  ['0 0/0 0 * * ?', '[0/0] in [minutes]'],
  ['0 1-2-3 0 * * ?', '[1-2-3] in [minutes]'],
  ['0 0/0x5 0 * * ?', '[0/0X5] in [minutes]'],
  ['0 0/1e1 0 * * ?', '[0/1E1] in [minutes]'],
  ['0 0 0 * FOO ?', '[FOO] in [month]'],
])('%s is refused', (expression, reason) => {
  expect(() => parseQuartzCron(expression)).toThrow(
    `invalid cron expression [${expression}]: ${reason}`,
  );
});

test('each next time is after the one before, and matches its expression when that is asked from just before', () => {
  for (const expression of [
    '7/13 3/7 * ? * SAT',
    '0 0 0 LW * ?',
    '0 15 10 ? * 6#5',
    '0 59 23 31 * ?',
  ]) {
    const { nextMs } = parseQuartzCron(expression);
    let at = Date.parse('2027-12-31T23:59:59Z');
    for (let number = 0; number < 50; number++) {
      const next = nextMs(at) ?? Number.NaN;
      expect(next).toBeGreaterThan(at);
      expect(nextMs(next - 1)).toBe(next);
      at = next;
    }
  }
});
