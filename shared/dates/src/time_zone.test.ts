/** Compares the offsets that a zone caches with those of the runtime. */
import fc from 'fast-check';
import { IANAZone } from 'luxon';
import { parseDateFormat } from './date_format.js';
import { parseDateMath } from './date_math.js';
import { parseTimeZone } from './time_zone.js';

const HOUR_MS = 3_600_000;

const id = fc.constantFrom(
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Asia/Kolkata',
);

test('offsets are those of the rules, by the minute where clocks change', () => {
  const utcMs = fc.integer({ min: Date.UTC(1950, 0), max: Date.UTC(2040, 0) });
  fc.assert(
    fc.property(id, fc.array(utcMs, { maxLength: 20 }), (name, instants) => {
      const zone = parseTimeZone(name);
      const rules = IANAZone.create(name);
      for (const instant of instants) {
        expect(zone.offsetMs(instant)).toBe(rules.offset(instant) * 60_000);
      }
    }),
  );
  // New York, 2024-03-10T07:00Z, and Berlin, 2024-10-27T01:00Z.
  for (const [name, change] of [
    ['America/New_York', Date.UTC(2024, 2, 10, 7)],
    ['Europe/Berlin', Date.UTC(2024, 9, 27, 1)],
  ] as const) {
    const zone = parseTimeZone(name);
    expect(Math.abs(zone.offsetMs(change) - zone.offsetMs(change - 1))).toBe(HOUR_MS);
    expect(zone.offsetMs(change - 1)).toBe(zone.offsetMs(change - 24 * HOUR_MS));
    expect(zone.offsetMs(change)).toBe(zone.offsetMs(change + 24 * HOUR_MS));
  }
});

test('beyond the last instant of a Date the rules of its end hold', () => {
  const zone = parseTimeZone('America/New_York');
  for (const utcMs of [8.64e15 + 1, 2.6e18, -8.64e15 - 1, -2.6e18]) {
    expect(zone.offsetMs(utcMs)).toBe(zone.offsetMs(Math.sign(utcMs) * (8.64e15 - 86_400_000)));
    expect(zone.offsetMs(utcMs)).not.toBeNaN();
    expect(zone.toUtc(utcMs)).not.toBeNaN();
  }
  const format = parseDateFormat('strict_date_optional_time');
  const options = { nowMs: 0, roundUp: false, timeZone: 'America/New_York' };
  expect(parseDateMath('now+999999999M/M', format, options)).toBeGreaterThan(2e18);
});
