/** java.text.SimpleDateFormat: formats moments, and reads them from texts. */
import { JCalendar } from '../../time/calendar/calendar.js';
import { FIELD } from '../../time/calendar/calendar_field.js';
import { addTo } from '../../time/calendar/calendar_moves.js';
import { DEFAULT_ZONE } from '../../time/calendar/time_zone.js';
import { allocate } from '../../values/meter.js';
import { Throwable } from '../../values/throwable.js';
import { hashString, JavaObject, type Value } from '../../values/value.js';
import type { Locale } from '../locale.js';
import { type DatePart, parseDatePattern } from './date_pattern.js';
import { readDate } from './read_date.js';
import { shownDate } from './shown_date.js';

/** Two digits name a year of the century that begins so many years ago. */
const YEARS_AGO = 80;

export class SimpleDateFormat extends JavaObject {
  readonly className: string = 'java.text.SimpleDateFormat';
  readonly locale: Locale;
  calendar: JCalendar;
  centuryStart: JCalendar;
  #pattern: string;
  #parts: readonly DatePart[];

  /** Throws illegal_argument_exception for a pattern that is none. */
  constructor(pattern: string, locale: Locale, nowMs: number) {
    super();
    this.#pattern = pattern;
    this.#parts = parseDatePattern(pattern);
    this.locale = locale;
    this.calendar = JCalendar.in(DEFAULT_ZONE, locale, nowMs);
    this.centuryStart = this.calendar.copy();
    addTo(this.centuryStart, FIELD.year, -YEARS_AGO);
  }

  get pattern(): string {
    return this.#pattern;
  }

  set pattern(pattern: string) {
    this.#parts = parseDatePattern(pattern);
    this.#pattern = pattern;
  }

  copy(): SimpleDateFormat {
    const copy = new SimpleDateFormat(this.#pattern, this.locale, 0);
    copy.calendar = this.calendar.copy();
    copy.centuryStart = this.centuryStart.copy();
    return copy;
  }

  formatMillis(millis: number): string {
    this.calendar.millis = millis;
    const shown = shownDate(this.#parts, this.calendar, this.locale);
    allocate(shown.length);
    return shown;
  }

  /** The milliseconds since the epoch that the text names, and its end; or where it fails. */
  read(text: string, from: number): { millis: number; end: number } | { errorAt: number } {
    const { calendar, locale, centuryStart } = this;
    const { zone } = calendar;
    calendar.clear();
    const reading = { parts: this.#parts, locale, centuryStart };
    const found = readDate(text, from, reading, calendar);
    if ('errorAt' in found) {
      calendar.zone = zone;
      return found;
    }
    try {
      if (calendar.millis < centuryStart.millis) found.aCenturyLater?.();
      return { millis: calendar.millis, end: found.end };
    } catch (thrown) {
      // A strict calendar refuses fields out of their ranges.
      if (!(thrown instanceof Throwable)) throw thrown;
      return { errorAt: found.end };
    }
  }

  override equals(other: Value): boolean {
    return (
      other instanceof SimpleDateFormat &&
      other.pattern === this.pattern &&
      other.locale.equals(this.locale) &&
      other.calendar.zone.equals(this.calendar.zone)
    );
  }

  override hashCode(): number {
    return hashString(this.#pattern);
  }
}
