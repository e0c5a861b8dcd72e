import { parseTimeZone } from './time_zone.js';
import { isOffsetId, readOffsetId } from './zone_offset.js';

const MINUTE_MS = 60_000;

test.each([
  ['Z', 0],
  ['UTC', 0],
  ['UT+5', 300],
  ['GMT-02:30', -150],
  ['+1', 60],
  ['-01', -60],
  ['+0130', 90],
  ['+18:00', 1080],
])('%s is an offset of %d minutes', (id, minutes) => {
  expect(isOffsetId(id)).toBe(true);
  expect(readOffsetId(id).offsetMs).toBe(minutes * MINUTE_MS);
});

// The answers of OpenSearch 2.19 to a date_histogram with this time_zone.
test.each([
  ['', 'Invalid ID for ZoneOffset, invalid format: '],
  ['z', 'Invalid ID for ZoneOffset, invalid format: z'],
  ['+1:0', 'Invalid ID for ZoneOffset, invalid format: +1:0'],
  ['+010', 'Invalid ID for ZoneOffset, invalid format: +010'],
  ['+a', 'Invalid ID for ZoneOffset, non numeric characters found: +0a'],
  ['+1:00', 'Invalid ID for ZoneOffset, non numeric characters found: +1:00'],
  ['+05-00', 'Invalid ID for ZoneOffset, colon not found when expected: +05-00'],
  ['+99:00', 'Zone offset hours not in valid range: value 99 is not in the range -18 to 18'],
  ['-19', 'Zone offset hours not in valid range: value -19 is not in the range -18 to 18'],
  ['+01:99', 'Zone offset minutes not in valid range: value 99 is not in the range -59 to 59'],
  ['+010099', 'Zone offset seconds not in valid range: value 99 is not in the range -59 to 59'],
  ['-18:00:01', 'Zone offset not in valid range: -18:00 to +18:00'],
  ['UTC+99', 'Invalid ID for offset-based ZoneId: UTC+99'],
])('%j is refused', (id, reason) => {
  expect(() => parseTimeZone(id)).toThrow(
    expect.objectContaining({ type: 'date_time_exception', reason }),
  );
});

test.each(['EST', 'JST', 'ROC', 'europe/berlin', 'us/eastern', 'Europe/Nowhere'])(
  'Java does not know %s',
  (id) => {
    const type = 'zone_rules_exception';
    const reason = `Unknown time-zone ID: ${id}`;
    expect(() => parseTimeZone(id)).toThrow(expect.objectContaining({ type, reason }));
  },
);

test.each(['US/Eastern', 'EST5EDT', 'PRC', 'SystemV/EST5', 'Etc/GMT+5'])('%s is a zone', (id) => {
  expect(parseTimeZone(id).id).toBe(id);
});

test.each([
  ['UTC', 'UTC'],
  ['UTC+2', 'UTC+02:00'],
  ['GMT-0130', 'GMT-01:30'],
  ['+2', '+02:00'],
  ['+00:00', 'Z'],
  ['-000010', '-00:00:10'],
])('the id of %s is %s', (id, expected) => {
  expect(parseTimeZone(id).id).toBe(expected);
});
