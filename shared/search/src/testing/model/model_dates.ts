/**
 * Time steps by their definitions: the clock of a zone is read with `Intl`, one date after another.
 */
import type { JsonObject } from '@skein/content';

const DAY = 86_400_000;

export interface ModelRounding {
  round(ms: number): number;
  next(key: number): number;
}

const CLOCKS = new Map<string, Intl.DateTimeFormat>();

/** The zone's local time, as if it were UTC. */
function localMs(ms: number, timeZone: string): number {
  let clock = CLOCKS.get(timeZone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    CLOCKS.set(timeZone, clock);
  }
  const parts = Object.fromEntries(
    clock.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
  );
  const { year, month, day, hour, minute, second } = parts as Record<string, number>;
  return Date.UTC(year as number, (month as number) - 1, day, hour, minute, second);
}

/** The first instant at which the zone's clock shows at least this time. */
function fromLocal(local: number, timeZone: string): number {
  const hour = 3_600_000;
  for (let ms = local - 15 * hour; ; ms += hour / 4) if (localMs(ms, timeZone) >= local) return ms;
}

const FLOORS: Readonly<Record<string, (ms: number) => number>> = {
  second: (ms) => Math.floor(ms / 1000) * 1000,
  minute: (ms) => Math.floor(ms / 60_000) * 60_000,
  hour: (ms) => Math.floor(ms / 3_600_000) * 3_600_000,
  day: (ms) => Math.floor(ms / DAY) * DAY,
  // 1 January 1970 was a Thursday.
  week: (ms) => Math.floor((ms + 3 * DAY) / (7 * DAY)) * 7 * DAY - 3 * DAY,
  month: (ms) => Date.UTC(new Date(ms).getUTCFullYear(), new Date(ms).getUTCMonth()),
  quarter: (ms) =>
    Date.UTC(new Date(ms).getUTCFullYear(), 3 * Math.floor(new Date(ms).getUTCMonth() / 3)),
  year: (ms) => Date.UTC(new Date(ms).getUTCFullYear(), 0),
};

const LONGEST: Readonly<Record<string, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: DAY,
  week: 7 * DAY,
  month: 31 * DAY,
  quarter: 92 * DAY,
  year: 366 * DAY,
};

function calendar(unit: string, timeZone: string): ModelRounding {
  const floor = FLOORS[unit] as (ms: number) => number;
  const isUtc = timeZone === 'UTC';
  const round = (ms: number): number =>
    isUtc ? floor(ms) : fromLocal(floor(localMs(ms, timeZone)), timeZone);
  // One hour beyond the longest step, since clocks may have been put back.
  return { round, next: (key) => round(key + (LONGEST[unit] as number) + (isUtc ? 0 : 3_600_000)) };
}

/**
 * Rounds by `calendar_interval` in a zone, or by `fixed_interval` in hours with an `offset` in
 * hours.
 */
export function roundDate(options: JsonObject): ModelRounding {
  const {
    calendar_interval: unit,
    time_zone: zone = 'UTC',
    fixed_interval: fixed,
    offset = '0h',
  } = options;
  if (typeof unit === 'string') return calendar(unit, String(zone));
  const hours = (text: unknown): number => Number(String(text).replace('h', '')) * 3_600_000;
  const [step, from] = [hours(fixed), hours(offset)];
  const round = (ms: number): number => Math.floor((ms - from) / step) * step + from;
  return { round, next: (key) => key + step };
}

const STEPS: readonly (readonly [unit: string, letter: string, widths: readonly number[]])[] = [
  ['second', 's', [1, 5, 10, 30]],
  ['minute', 'm', [1, 5, 10, 30]],
  ['hour', 'h', [1, 3, 12]],
  ['day', 'd', [1, 7]],
  ['month', 'M', [1, 3]],
  ['year', 'y', [1, 5, 10, 20, 50, 100]],
];

export interface ModelSteps {
  readonly interval: string;
  readonly keys: readonly number[];
  keyOf(ms: number): number;
}

/**
 * The finest steps, in multiples of a unit, that give at most `most` buckets, including the empty
 * ones in between.
 */
export function shownSteps(dates: readonly number[], most: number): ModelSteps {
  if (dates.length === 0) return { interval: '1s', keys: [], keyOf: (ms) => ms };
  const [first, last] = [Math.min(...dates), Math.max(...dates)];
  for (const [unit, letter, widths] of STEPS) {
    if ((last - first) / (LONGEST[unit] as number) > 100 * most) continue;
    const { round, next } = calendar(unit, 'UTC');
    const keys: number[] = [];
    for (let key = round(first); key <= last; key = next(key)) keys.push(key);
    const width = widths.find((each) => Math.ceil(keys.length / each) <= most);
    if (width === undefined) continue;
    return {
      interval: `${width}${letter}`,
      keys: keys.filter((_key, i) => i % width === 0),
      keyOf: (ms) => keys[Math.floor(keys.indexOf(round(ms)) / width) * width] as number,
    };
  }
  throw new Error('dates are too far apart for the model');
}
