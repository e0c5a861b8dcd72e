/** Compares the tables of zones with the zones themselves. */
import { parseTimeZone } from '@skein/dates';
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
