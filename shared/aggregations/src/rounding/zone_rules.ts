/** When the clocks of a zone change, as a table over the years that are asked about: offsets by search instead of by calendar arithmetic. */
import type { TimeZone } from '@skein/dates';

const DAY_MS = 86_400_000;
/** Rules never change twice within so much. */
const STEP_MS = 7 * DAY_MS;
/** Around what is asked for, so that what lies just beside it is known. */
const MARGIN_MS = 400 * DAY_MS;

export class ZoneRules {
  /** Instants from which on the offset beside it holds; the first is -Infinity. */
  readonly #starts: readonly number[];
  readonly #offsets: readonly number[];

  constructor(zone: TimeZone, fromMs: number, toMs: number) {
    const starts = [Number.NEGATIVE_INFINITY];
    const offsets = [zone.offsetMs(fromMs - MARGIN_MS)];
    let offset = offsets[0] as number;
    for (let at = fromMs - MARGIN_MS; at < toMs + MARGIN_MS; at += STEP_MS) {
      const next = zone.offsetMs(at + STEP_MS);
      if (next === offset) continue;
      starts.push(changeBetween(zone, at, at + STEP_MS));
      offsets.push(next);
      offset = next;
    }
    this.#starts = starts;
    this.#offsets = offsets;
  }

  #rule(utcMs: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= utcMs) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  offset(utcMs: number): number {
    return this.#offsets[this.#rule(utcMs)] as number;
  }

  /** The last change of the clock at or before the instant; -Infinity: none is known. */
  changeBefore(utcMs: number): number {
    return this.#starts[this.#rule(utcMs)] as number;
  }

  /** The instants that a clock on the wall shows as this time, ascending: one, two where the clock goes back, none where it goes forward. */
  instants(localMs: number): readonly number[] {
    const found: number[] = [];
    for (const offset of new Set([this.offset(localMs - DAY_MS), this.offset(localMs + DAY_MS)])) {
      const utcMs = localMs - offset;
      if (this.offset(utcMs) === offset) found.push(utcMs);
    }
    return found.sort((a, b) => a - b);
  }

  /** The instant from which on a time that the clock leaves out would be past. */
  gapEnd(localMs: number): number {
    return this.changeBefore(localMs - this.offset(localMs - DAY_MS));
  }
}

/** Offsets differ at the two instants; the first instant of the later one. */
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
