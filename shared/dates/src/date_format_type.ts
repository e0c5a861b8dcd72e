/**
 * The interface of a date format. Times are milliseconds since the epoch, UTC. `parseMs` rounds
 * fractions of a millisecond down (towards the past); `parseNanos` keeps them.
 */
import type { Instant } from './pattern/resolve_fields.js';

export interface DateParseOptions {
  /** Zone for a text without one: an IANA id or an offset such as `+02:00`. UTC when absent. */
  readonly timeZone?: string | undefined;
  /**
   * Missing hours, minutes, seconds and fractions become their greatest value: `2024-01-01` is
   * 23:59:59.999.
   */
  readonly roundUp?: boolean | undefined;
  /** With `timeZone`: the zone in the text is ignored. */
  readonly ignoreTextZone?: boolean | undefined;
  /**
   * With `timeZone`: a number from the epoch counts local time, as in OpenSearch's date math. It is
   * an instant otherwise.
   */
  readonly epochIsLocal?: boolean | undefined;
  /**
   * Year for a text without one; the zone and the day of the week in such a text are ignored too.
   */
  readonly defaultYear?: number | undefined;
}

export interface DateFormat {
  /** The pattern as the user wrote it, alternatives separated by `||`. */
  readonly pattern: string;
  /** True if one of the alternatives has words, such as names of months, which are English. */
  readonly hasWords: boolean;
  /** Throws illegal_argument_exception `failed to parse date field [x] with format [y]`. */
  parseMs(text: string, options?: DateParseOptions): number;
  /** Like parseMs, with the nanoseconds beyond the millisecond. */
  parseInstant(text: string, options?: DateParseOptions): Instant;
  /** Like parseMs, in nanoseconds. */
  parseNanos(text: string, options?: DateParseOptions): bigint;
  /**
   * Prints with the first alternative. `nanosOfMs`: nanoseconds beyond the millisecond, for formats
   * that show them.
   */
  format(ms: number, timeZone?: string, nanosOfMs?: number): string;
}
