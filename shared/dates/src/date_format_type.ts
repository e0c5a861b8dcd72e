/**
 * What a date format can do. Times are milliseconds since the epoch, UTC; fractions of a millisecond are cut
 * (towards the past) by `parseMs` and kept by `parseNanos`.
 */
import type { Instant } from './pattern/resolve_fields.js';

export interface DateParseOptions {
  /** Zone of a text that names none: an IANA id or an offset such as `+02:00`. UTC when absent. */
  readonly timeZone?: string | undefined;
  /** Missing hours, minutes, seconds and fractions become their greatest value: `2024-01-01` is 23:59:59.999. */
  readonly roundUp?: boolean | undefined;
  /** With `timeZone`: the zone that a text names is not looked at. */
  readonly ignoreTextZone?: boolean | undefined;
  /** Of a text that names none; such a text's zone and day of the week are not looked at either. */
  readonly defaultYear?: number | undefined;
}

export interface DateFormat {
  /** As the user wrote it, alternatives parted by `||`. */
  readonly pattern: string;
  /** Throws illegal_argument_exception `failed to parse date field [x] with format [y]`. */
  parseMs(text: string, options?: DateParseOptions): number;
  /** As parseMs, with the nanoseconds beyond the millisecond. */
  parseInstant(text: string, options?: DateParseOptions): Instant;
  /** As parseMs, in nanoseconds. */
  parseNanos(text: string, options?: DateParseOptions): bigint;
  /** The first alternative writes. `nanosOfMs`: nanoseconds beyond the millisecond, for formats that show them. */
  format(ms: number, timeZone?: string, nanosOfMs?: number): string;
}
