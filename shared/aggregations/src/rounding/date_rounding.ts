/**
 * Rounds instants down to the start of their bucket, which is a calendar unit in a time zone or an
 * interval of fixed length. At a change of the zone's offset, a day begins when local time first
 * shows its date, and a shorter unit never spans the change, as in OpenSearch's `Rounding`.
 */
import { civilFromDays, dayOfWeek, daysFromCivil, MS_PER_DAY, parseTimeZone } from '@skein/dates';
import { ZoneRules } from './zone_rules.js';

export type CalendarUnit =
  | 'second'
  | 'minute'
  | 'hour'
  | 'day'
  | 'week'
  | 'month'
  | 'quarter'
  | 'year';

export type RoundingSpec = {
  /** `undefined` is UTC. */
  readonly timeZone: string | undefined;
  /** Buckets begin this much later. */
  readonly offsetMs: number;
} & ({ readonly unit: CalendarUnit } | { readonly intervalMs: number });

export interface DateRounding {
  /** The start of the bucket that holds the instant. */
  round(ms: number): number;
  /**
   * The start of the bucket after the one that begins at `startMs`. It is infinite if no greater
   * number is near: beyond 2^53, numbers are further apart than short buckets.
   */
  next(startMs: number): number;
  /** The length of every bucket; `undefined` if lengths differ. */
  readonly fixedMs: number | undefined;
  /**
   * True if a later instant is never in an earlier bucket. It is false if a clock goes back over
   * midnight, because the day before then occurs twice.
   */
  ascends(): boolean;
}

const SHORT_UNITS: Readonly<Partial<Record<CalendarUnit, number>>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
};

/**
 * The range for which the zone is asked for its offsets; outside of it, the offsets at its ends
 * hold.
 */
export interface Span {
  readonly minMs: number;
  readonly maxMs: number;
}

export function dateRounding(spec: RoundingSpec, span: Span): DateRounding {
  const plain = withoutOffset(spec, span);
  const { offsetMs } = spec;
  return {
    fixedMs: plain.fixedMs,
    ascends: () => plain.ascends(),
    round: offsetMs === 0 ? plain.round : (ms) => plain.round(ms - offsetMs) + offsetMs,
    next: (startMs) => {
      const next = plain.next(startMs - offsetMs) + offsetMs;
      return next > startMs ? next : Number.POSITIVE_INFINITY;
    },
  };
}

function withoutOffset(spec: RoundingSpec, { minMs, maxMs }: Span): DateRounding {
  const zone = spec.timeZone === undefined ? undefined : parseTimeZone(spec.timeZone);
  const fixed = fixedLength(spec);
  if (zone === undefined || zone.isUtc) {
    return fixed === undefined ? calendarUtc(unitOf(spec)) : fixedUtc(fixed);
  }
  const rules = ZoneRules.over(zone, minMs, maxMs);
  if ('intervalMs' in spec) return fixedInZone(spec.intervalMs, rules);
  const short = SHORT_UNITS[spec.unit];
  return short === undefined ? calendarInZone(spec.unit, rules) : shortInZone(short, rules);
}

function unitOf(spec: RoundingSpec): CalendarUnit {
  return 'unit' in spec ? spec.unit : 'day';
}

function fixedLength(spec: RoundingSpec): number | undefined {
  if ('intervalMs' in spec) return spec.intervalMs;
  return spec.unit === 'day' ? MS_PER_DAY : SHORT_UNITS[spec.unit];
}

function fixedUtc(length: number): DateRounding {
  return {
    fixedMs: length,
    ascends: () => true,
    round: (ms) => Math.floor(ms / length) * length,
    next: (startMs) => startMs + length,
  };
}

function calendarUtc(unit: CalendarUnit): DateRounding {
  return {
    fixedMs: undefined,
    ascends: () => true,
    round: (ms) => floorUnit(ms, unit),
    next: (startMs) => nextUnit(startMs, unit),
  };
}

/** The start of a unit of a day or longer, in local time without changes of the offset. */
function floorUnit(ms: number, unit: CalendarUnit): number {
  const day = Math.floor(ms / MS_PER_DAY);
  return startDay(day, unit) * MS_PER_DAY;
}

function startDay(day: number, unit: CalendarUnit): number {
  if (unit === 'day') return day;
  if (unit === 'week') return day - (dayOfWeek(day) - MONDAY);
  const { year, month } = civilFromDays(day);
  if (unit === 'month') return daysFromCivil(year, month, 1);
  if (unit === 'quarter') return daysFromCivil(year, month - ((month - 1) % 3), 1);
  return daysFromCivil(year, 1, 1);
}

const MONDAY = 1;

/** The start of the unit after the one that begins at `startMs`. */
function nextUnit(startMs: number, unit: CalendarUnit): number {
  const day = Math.floor(startMs / MS_PER_DAY);
  if (unit === 'day') return (day + 1) * MS_PER_DAY;
  if (unit === 'week') return (day + 7) * MS_PER_DAY;
  const { year, month } = civilFromDays(day);
  if (unit === 'year') return daysFromCivil(year + 1, 1, 1) * MS_PER_DAY;
  const later = month + (unit === 'month' ? 1 : 3);
  const next = later > 12 ? daysFromCivil(year + 1, later - 12, 1) : daysFromCivil(year, later, 1);
  return next * MS_PER_DAY;
}

function calendarInZone(unit: CalendarUnit, rules: ZoneRules): DateRounding {
  const begin = (localMs: number): number => rules.begin(localMs);
  const round = (ms: number): number => begin(floorUnit(ms + rules.offset(ms), unit));
  return {
    fixedMs: undefined,
    ascends: () => ascendsOver(rules, round),
    round,
    next: (startMs) => begin(nextUnit(floorUnit(startMs + rules.offset(startMs), unit), unit)),
  };
}

function shortInZone(length: number, rules: ZoneRules): DateRounding {
  const round = (ms: number): number => {
    let at = ms;
    for (;;) {
      const start = truncated(at, length, rules);
      const change = rules.changeBefore(at);
      if (start !== undefined && change <= start) return start;
      if (!Number.isFinite(change)) return start ?? at;
      at = change - 1;
    }
  };
  return {
    fixedMs: undefined,
    ascends: () => ascendsOver(rules, round),
    round,
    next: (startMs) => nextShort(startMs, length, round),
  };
}

/** Rounding ascends between two changes of the offset, so only the changes are checked. */
function ascendsOver(rules: ZoneRules, round: DateRounding['round']): boolean {
  return rules.changes().every((change) => round(change - 1) <= round(change));
}

/**
 * The latest instant not after `ms` at which the local time is the rounded one; `undefined` if
 * there is none.
 */
function truncated(ms: number, length: number, rules: ZoneRules): number | undefined {
  const local = Math.floor((ms + rules.offset(ms)) / length) * length;
  return rules.instants(local).findLast((instant) => instant <= ms);
}

/**
 * The start of the next bucket. Offsets may change by a part of an hour, so the next bucket may
 * begin earlier or later than the length says.
 */
function nextShort(startMs: number, length: number, round: (ms: number) => number): number {
  const next = round(startMs + length);
  return next > startMs ? next : round(startMs + 2 * length);
}

function fixedInZone(length: number, rules: ZoneRules): DateRounding {
  const round = (ms: number): number => {
    const local = Math.floor((ms + rules.offset(ms)) / length) * length;
    const instants = rules.instants(local);
    const [first] = instants;
    if (first === undefined) return rules.gapEnd(local);
    const change = rules.changeBefore(ms);
    for (let i = instants.length - 1; i >= 0; i--) {
      const instant = instants[i];
      if (instant < change) return round(change - 1);
      if (instant <= ms) return instant;
    }
    return first;
  };
  const next = (startMs: number): number => {
    // One interval later in local time. If the offset changes, it may still be in the same bucket.
    const offset = rules.offset(startMs);
    const after = startMs + offset + length;
    const candidate = round(after - rules.offset(after - offset));
    if (candidate > startMs) return candidate;
    for (let step = 1; ; step++) {
      const later = round(startMs + length * step);
      if (later > startMs) return later;
    }
  };
  return { fixedMs: undefined, ascends: () => ascendsOver(rules, round), round, next };
}
