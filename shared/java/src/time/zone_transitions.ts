/**
 * Offset transitions of a zone: found by querying the platform's database for offsets, and cached.
 */
import { spend } from '../values/meter.js';
import type { LocalDateTime } from './time.js';
import type { ZoneId } from './zone.js';

export interface Transition {
  /** Seconds since the epoch. */
  readonly at: number;
  /** Offsets in seconds. */
  readonly before: number;
  readonly after: number;
}

const DAY = 86_400;
/** The search step: transitions are further apart than this. */
const STEP = 14 * DAY;
/** 1850 and 2038: before, clocks follow local mean time; after, rules repeat. */
const FIRST = -3_786_825_600;
const LAST = 2_145_916_800;
/** The number of steps in a search for the next transition: fifty years. */
const MAX_STEPS = 1_310;
const MAX_ZONES = 64;

const known = new Map<string, ZoneTransitions>();

export class ZoneTransitions {
  readonly #zone: ZoneId;
  #all: readonly Transition[] | undefined;

  constructor(zone: ZoneId) {
    this.#zone = zone;
  }

  static of(zone: ZoneId): ZoneTransitions {
    let found = known.get(zone.id);
    if (found === undefined) {
      found = new ZoneTransitions(zone);
      if (known.size >= MAX_ZONES) known.clear();
      known.set(zone.id, found);
    }
    return found;
  }

  get isFixed(): boolean {
    return this.#zone.fixed !== undefined;
  }

  /** All transitions of the past and of the years for which rules were announced. */
  all(): readonly Transition[] {
    if (this.#all !== undefined) return this.#all;
    const found: Transition[] = [];
    if (!this.isFixed) {
      spend(Math.floor((LAST - FIRST) / STEP));
      for (let at = FIRST; at < LAST; at += STEP) {
        const one = this.#between(at, at + STEP);
        if (one !== undefined) found.push(one);
      }
    }
    this.#all = found;
    return found;
  }

  next(after: number): Transition | undefined {
    if (this.isFixed) return undefined;
    for (let i = 0; i < MAX_STEPS; i++) {
      const one = this.#between(after + i * STEP, after + (i + 1) * STEP);
      if (one !== undefined) return one;
    }
    return undefined;
  }

  previous(before: number): Transition | undefined {
    if (this.isFixed) return undefined;
    for (let i = 0; i < MAX_STEPS; i++) {
      const one = this.#between(before - 1 - (i + 1) * STEP, before - 1 - i * STEP);
      if (one !== undefined) return one;
    }
    return undefined;
  }

  /** The transition whose gap or overlap contains a local time. */
  around(local: LocalDateTime): Transition | undefined {
    if (this.isFixed) return undefined;
    const seconds = local.seconds;
    const one = this.#between(seconds - 2 * DAY, seconds + 2 * DAY);
    if (one === undefined) return undefined;
    const [low, high] = [Math.min(one.before, one.after), Math.max(one.before, one.after)];
    return seconds >= one.at + low && seconds < one.at + high ? one : undefined;
  }

  /** The offset without daylight saving: the smallest one within a year. */
  standardAt(seconds: number): number {
    const half = 170 * DAY;
    return Math.min(
      this.#zone.offsetAt(seconds),
      this.#zone.offsetAt(seconds - half),
      this.#zone.offsetAt(seconds + half),
    );
  }

  /** Finds the second of the transition by bisection. */
  #between(from: number, to: number): Transition | undefined {
    spend(1);
    const before = this.#zone.offsetAt(from);
    const after = this.#zone.offsetAt(to);
    if (before === after) return undefined;
    let low = from;
    let high = to;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.#zone.offsetAt(middle) === before) low = middle;
      else high = middle;
    }
    return { at: high, before, after: this.#zone.offsetAt(high) };
  }
}
