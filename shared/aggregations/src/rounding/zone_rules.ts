/**
 * A table of a zone's offset changes over the years in question, so that an offset is found by
 * binary search instead of calendar arithmetic.
 */
import { civilFromDays, dayOfWeek, daysFromCivil, isLeapYear, type TimeZone } from '@skein/dates';

const DAY_MS = 86_400_000;
/** No zone changes its offset twice within this time; Sierra Leone did within four days of 1939. */
const STEP_MS = 3 * DAY_MS;
/** The time by which the table extends beyond the range on both sides. */
const MARGIN_MS = 400 * DAY_MS;

export class ZoneRules {
  /** Ascending instants from which the offset at the same index holds; the first is -Infinity. */
  readonly #starts: Float64Array;
  readonly #offsets: Float64Array;
  readonly #fromMs: number;
  readonly #toMs: number;
  /** The index found last: it usually holds for the next instant too. */
  #last = 0;
  /** The year found last. */
  #year: ModelledYear | undefined;

  constructor(zone: TimeZone, fromMs: number, toMs: number) {
    const starts = [Number.NEGATIVE_INFINITY];
    const offsets = [zone.offsetMs(fromMs - MARGIN_MS)];
    let offset = offsets[0];
    for (let at = fromMs - MARGIN_MS; at < toMs + MARGIN_MS; at += STEP_MS) {
      const next = zone.offsetMs(at + STEP_MS);
      if (next === offset) continue;
      starts.push(changeBetween(zone, at, at + STEP_MS));
      offsets.push(next);
      offset = next;
    }
    this.#starts = Float64Array.from(starts);
    this.#offsets = Float64Array.from(offsets);
    this.#fromMs = fromMs;
    this.#toMs = toMs;
  }

  /**
   * The rules of a zone over a range; an earlier table is reused if it covers the range, because
   * asking a zone for the offsets of a year takes longer than aggregating that year.
   */
  static over(zone: TimeZone, fromMs: number, toMs: number): ZoneRules {
    const known = TABLES.get(zone);
    const from = Math.max(LEAST_MS, Math.min(yearStartMs(FIRST_MODEL_YEAR), fromMs));
    const to = Math.max(LEAST_MS, Math.min(MODELLED_FROM_MS, toMs));
    if (known !== undefined && known.#fromMs <= from && known.#toMs >= to) return known;
    const rules =
      known === undefined
        ? new ZoneRules(zone, from, to)
        : new ZoneRules(zone, Math.min(from, known.#fromMs), Math.max(to, known.#toMs));
    TABLES.set(zone, rules);
    return rules;
  }

  #rule(utcMs: number): number {
    const starts = this.#starts;
    const last = this.#last;
    if (utcMs >= starts[last] && !(utcMs >= starts[last + 1])) return last;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= utcMs) low = middle;
      else high = middle - 1;
    }
    this.#last = low;
    return low;
  }

  offset(utcMs: number): number {
    const ms = utcMs < MODELLED_FROM_MS ? utcMs : utcMs - this.#yearOf(utcMs).shiftMs;
    return this.#offsets[this.#rule(ms)];
  }

  /** The last change of the offset at or before the instant, or -Infinity if none is known. */
  changeBefore(utcMs: number): number {
    if (utcMs < MODELLED_FROM_MS) return this.#starts[this.#rule(utcMs)];
    const { startMs, shiftMs } = this.#yearOf(utcMs);
    const change = this.#starts[this.#rule(utcMs - shiftMs)];
    if (change + shiftMs >= startMs) return change + shiftMs;
    // The year before need not have the same calendar as the one before its model.
    return change < yearStartMs(FIRST_MODEL_YEAR - 1) ? change : this.changeBefore(startMs - 1);
  }

  #yearOf(utcMs: number): ModelledYear {
    const last = this.#year;
    if (last !== undefined && utcMs >= last.startMs && utcMs < last.endMs) return last;
    this.#year = modelledYear(utcMs);
    return this.#year;
  }

  /** All changes of the offset in the table, ascending. */
  changes(): readonly number[] {
    return Array.from(this.#starts.subarray(1));
  }

  /**
   * The instants at which the local time is `localMs`, ascending: one; two if the clock goes back
   * over it; none if the clock skips it.
   */
  instants(localMs: number): readonly number[] {
    const before = this.offset(localMs - DAY_MS);
    const after = this.offset(localMs + DAY_MS);
    const one = this.#under(localMs, before);
    if (before === after) return one === NEVER ? [] : [one];
    const other = this.#under(localMs, after);
    return [Math.min(one, other), Math.max(one, other)].filter((instant) => instant !== NEVER);
  }

  /** The first of `instants`, or the end of the gap if the clock skips the local time. */
  begin(localMs: number): number {
    const before = this.offset(localMs - DAY_MS);
    const after = this.offset(localMs + DAY_MS);
    const one = this.#under(localMs, before);
    const first = before === after ? one : Math.min(one, this.#under(localMs, after));
    return first === NEVER ? this.gapEnd(localMs) : first;
  }

  /** The instant of the local time under this offset; `NEVER` if the offset does not hold there. */
  #under(localMs: number, offset: number): number {
    const utcMs = localMs - offset;
    return this.offset(utcMs) === offset ? utcMs : NEVER;
  }

  /** The instant of the offset change that skips this local time. */
  gapEnd(localMs: number): number {
    return this.changeBefore(localMs - this.offset(localMs - DAY_MS));
  }
}

const NEVER = Number.POSITIVE_INFINITY;

/** No zone had other rules before this year. */
const LEAST_MS = Date.UTC(1800, 0);
/**
 * The rules of every year from this one on are the same. Years with the same calendar have the same
 * changes then, and there are 14 calendars, so some years are the models of all later ones.
 */
const FIRST_MODEL_YEAR = 2104;
/** As many years as it takes for each calendar to occur, between two centuries. */
const MODEL_YEARS = 28;
const MODELLED_FROM_MS = yearStartMs(FIRST_MODEL_YEAR + MODEL_YEARS);

function yearStartMs(year: number): number {
  return daysFromCivil(year, 1, 1) * DAY_MS;
}

/** A year that has a model. */
interface ModelledYear {
  readonly startMs: number;
  readonly endMs: number;
  /** The time from the start of the model to that of the year. */
  readonly shiftMs: number;
}

function modelledYear(utcMs: number): ModelledYear {
  const { year } = civilFromDays(Math.floor(utcMs / DAY_MS));
  const calendar = calendarOf(year);
  let model = FIRST_MODEL_YEAR;
  while (calendarOf(model) !== calendar) model++;
  const startMs = yearStartMs(year);
  return { startMs, endMs: yearStartMs(year + 1), shiftMs: startMs - yearStartMs(model) };
}

/** A number that is the same for years with the same weekdays and length. */
function calendarOf(year: number): number {
  return dayOfWeek(daysFromCivil(year, 1, 1)) + (isLeapYear(year) ? 10 : 0);
}

/**
 * The tables by zone, kept as long as the zone itself. The range of years is limited, so the size
 * of a table is too.
 */
const TABLES = new WeakMap<TimeZone, ZoneRules>();

/**
 * The first instant of the later offset, to the second. The offsets at the two instants differ.
 */
function changeBetween(zone: TimeZone, fromMs: number, toMs: number): number {
  const before = zone.offsetMs(fromMs);
  let low = fromMs;
  let high = toMs;
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (middle <= low) break;
    if (zone.offsetMs(middle) === before) low = middle;
    else high = middle;
  }
  return Math.ceil(high / 1000) * 1000;
}
