/** Compares the tables of zones with the zones themselves. */
import { daysFromCivil, parseTimeZone } from '@skein/dates';
import fc from 'fast-check';
import { ZoneRules } from './zone_rules.js';

const DAY_MS = 86_400_000;
const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Asia/Kolkata',
  'Pacific/Apia',
].map(parseTimeZone);

const years = fc
  .record({ from: fc.integer({ min: 1970, max: 2030 }), count: fc.integer({ min: 1, max: 8 }) })
  .map(({ from, count }) => ({ fromMs: Date.UTC(from, 0), toMs: Date.UTC(from + count, 0) }));
const share = fc.double({ min: 0, max: 1, noNaN: true });

const asked = fc.record({ zone: fc.constantFrom(...ZONES), span: years, shares: fc.array(share) });

test('whatever was asked for before, offsets are those of the zone', () => {
  fc.assert(
    fc.property(asked, ({ zone, span: { fromMs, toMs }, shares }) => {
      const rules = ZoneRules.over(zone, fromMs, toMs);
      for (const part of shares) {
        const utcMs = fromMs + Math.floor(part * (toMs - fromMs));
        expect(rules.offset(utcMs)).toBe(zone.offsetMs(utcMs));
      }
    }),
  );
});

test('instants of a local time are those at which the clock shows it', () => {
  fc.assert(
    fc.property(asked, ({ zone, span: { fromMs, toMs }, shares }) => {
      const rules = ZoneRules.over(zone, fromMs, toMs);
      for (const part of shares) {
        // Whole quarters of an hour, so that skipped and repeated local times occur often enough.
        const localMs = Math.floor((fromMs + part * (toMs - fromMs)) / 900_000) * 900_000;
        const offsets = new Set<number>();
        for (let at = localMs - DAY_MS; at <= localMs + DAY_MS; at += 900_000) {
          offsets.add(zone.offsetMs(at));
        }
        const expected = [...offsets]
          .map((offset) => localMs - offset)
          .filter((utcMs) => utcMs + zone.offsetMs(utcMs) === localMs)
          .sort((a, b) => a - b);
        expect(rules.instants(localMs)).toEqual(expected);
        expect(rules.begin(localMs)).toBe(expected[0] ?? rules.gapEnd(localMs));
      }
    }),
  );
});

test('two changes within a week are both known', () => {
  // Noronha ended its summer time of the year 2000 a week after it had begun.
  const zone = parseTimeZone('America/Noronha');
  const [begin, end] = [Date.UTC(2000, 9, 8, 2), Date.UTC(2000, 9, 15, 1)];
  for (let hour = 0; hour < 7 * 24; hour++) {
    const rules = new ZoneRules(zone, begin - 500 * DAY_MS - hour * 3_600_000, end);
    expect([rules.offset(begin), rules.offset(end)]).toEqual([-3_600_000, -7_200_000]);
    expect(rules.changeBefore(end - 1)).toBe(begin);
  }
});

test.each([2131, 2132, 2199, 2200, 2400, 2999, 3000, 9999, 100_000])(
  'the year %i has the rules of all years to come',
  (year) => {
    for (const zone of ZONES) {
      const start = daysFromCivil(year, 1, 1) * DAY_MS;
      const rules = ZoneRules.over(zone, start, start + 366 * DAY_MS);
      for (let at = start - 90 * DAY_MS; at < start + 400 * DAY_MS; at += 5 * DAY_MS) {
        expect(rules.offset(at)).toBe(zone.offsetMs(at));
        const change = rules.changeBefore(at);
        if (change < start - 400 * DAY_MS) continue;
        expect(zone.offsetMs(change)).toBe(zone.offsetMs(at));
        expect(zone.offsetMs(change - 1)).not.toBe(zone.offsetMs(at));
      }
    }
  },
);

test('a day that the clock leaves out begins where the next one does', () => {
  // Samoa skipped the 30th of December 2011.
  const zone = parseTimeZone('Pacific/Apia');
  const rules = ZoneRules.over(zone, Date.UTC(2011, 11, 1), Date.UTC(2012, 1, 1));
  const skipped = Date.UTC(2011, 11, 30);
  expect(rules.instants(skipped)).toEqual([]);
  expect(rules.begin(skipped)).toBe(rules.begin(skipped + DAY_MS));
});

test('years without rules cost no table', () => {
  const zone = parseTimeZone('Europe/Berlin');
  const rules = ZoneRules.over(zone, Date.UTC(-200_000, 0), Date.UTC(200_000, 0));
  expect(rules.offset(Date.UTC(2024, 6, 1))).toBe(2 * 3_600_000);
  expect(ZoneRules.over(zone, Date.UTC(2024, 0), Date.UTC(2025, 0))).toBe(rules);
});
