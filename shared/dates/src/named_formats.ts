/**
 * The built-in formats, documented under "Built-In Formats" in
 * https://www.elastic.co/guide/en/elasticsearch/reference/7.10/mapping-date-format.html
 *
 * Most exist twice: the strict one requires every digit, the other accepts short numbers such as
 * `5/1`.
 */
import {
  type Element,
  fraction,
  literal,
  number,
  offset,
  optional,
  ZONE_OR_OFFSET,
} from './pattern/element.js';
import { elementFormat, type FormatAlternative } from './pattern/element_format.js';
import { epochFormat } from './pattern/epoch_format.js';
import { FIELD } from './pattern/fields.js';
import { fastIsoMs } from './pattern/iso_fast_path.js';

const strictYear = number(FIELD.year, 4, 10, 'exceedsPad');
const DASH = literal('-');
const COLON = literal(':');
const T = literal('T');
const MILLIS = fraction(3, 3, true);
const FRACTION = fraction(1, 9, true);
/** Fractions finer than milliseconds; few formats print all digits of `date_nanos`. */
const NANOS = fraction(3, 9, true);
const PRINTED_ZONE = offset('+HH:MM', 'Z');

/** The formats of one family, without the prefix `strict_`. */
function family(strict: boolean): Record<string, FormatAlternative> {
  const least = strict ? 2 : 1;
  const two = (field: Parameters<typeof number>[0]) => number(field, least, 2);
  const year = strict ? strictYear : number(FIELD.year, 1, 5, 'normal');
  const weekYear = strict
    ? number(FIELD.weekYear, 4, 10, 'exceedsPad')
    : number(FIELD.weekYear, 1, 5, 'normal');
  const date = [year, DASH, two(FIELD.month), DASH, two(FIELD.day)];
  const hour = [two(FIELD.hour)];
  const hourMinute = [...hour, COLON, two(FIELD.minute)];
  const hourMinuteSecond = [...hourMinute, COLON, two(FIELD.second)];
  const withMillis = [...hourMinuteSecond, MILLIS];
  const withFraction = [...hourMinuteSecond, FRACTION];
  const week = [weekYear, literal('-W'), two(FIELD.week)];
  const weekDate = [...week, DASH, number(FIELD.dayOfWeek, 1)];
  const ordinal = [year, DASH, number(FIELD.dayOfYear, strict ? 3 : 1, 3)];
  const plain = (...elements: Element[]) => elementFormat(elements, { strict: true });
  /** Parses any fraction, prints milliseconds. */
  const timed = (before: Element[], ...after: Element[]) => timedAs(MILLIS, before, ...after);
  const timedAs = (printed: Element, before: Element[], ...after: Element[]) =>
    elementFormat([...before, ...withFraction, ...after], {
      strict: true,
      printer: [
        ...before,
        ...hourMinuteSecond,
        printed,
        ...(after.length > 0 ? [PRINTED_ZONE] : []),
      ],
    });
  const zoned = (...elements: Element[]) =>
    elementFormat([...elements, ZONE_OR_OFFSET], {
      strict: true,
      printer: [...elements, PRINTED_ZONE],
    });
  return {
    date: plain(...date),
    year_month_day: plain(...date),
    year_month: plain(year, DASH, two(FIELD.month)),
    year: plain(year),
    hour: plain(...hour),
    hour_minute: plain(...hourMinute),
    hour_minute_second: plain(...hourMinuteSecond),
    hour_minute_second_millis: strict ? plain(...withMillis) : timed([]),
    hour_minute_second_fraction: timed([]),
    date_hour: plain(...date, T, ...hour),
    date_hour_minute: plain(...date, T, ...hourMinute),
    date_hour_minute_second: plain(...date, T, ...hourMinuteSecond),
    date_hour_minute_second_millis: timed([...date, T]),
    date_hour_minute_second_fraction: timed([...date, T]),
    date_time: timedAs(NANOS, [...date, T], ZONE_OR_OFFSET),
    date_time_no_millis: zoned(...date, T, ...hourMinuteSecond),
    time: timed([], ZONE_OR_OFFSET),
    time_no_millis: zoned(...hourMinuteSecond),
    t_time: timed([T], ZONE_OR_OFFSET),
    t_time_no_millis: zoned(T, ...hourMinuteSecond),
    ordinal_date: plain(...ordinal),
    ordinal_date_time: timedAs(NANOS, [...ordinal, T], ZONE_OR_OFFSET),
    ordinal_date_time_no_millis: zoned(...ordinal, T, ...hourMinuteSecond),
    week_date: plain(...weekDate),
    week_date_time: timed([...weekDate, T], ZONE_OR_OFFSET),
    week_date_time_no_millis: zoned(...weekDate, T, ...hourMinuteSecond),
    weekyear: plain(weekYear),
    weekyear_week: plain(...week),
    weekyear_week_day: plain(...weekDate),
    date_optional_time: optionalTime(year, two),
  };
}

/** A date in which everything after the year is optional; the general-purpose format. */
function optionalTime(
  year: Element,
  two: (field: Parameters<typeof number>[0]) => Element,
  printed: Element = MILLIS,
): FormatAlternative {
  const date = [year, optional(DASH, two(FIELD.month), optional(DASH, two(FIELD.day)))];
  const seconds = optional(
    COLON,
    two(FIELD.second),
    optional(FRACTION),
    optional(literal(','), fraction(1, 9, false)),
  );
  const time = optional(
    two(FIELD.hour),
    optional(COLON, two(FIELD.minute), seconds),
    optional(ZONE_OR_OFFSET),
  );
  return elementFormat([...date, optional(T, time)], {
    strict: true,
    printer: isoPrinter(printed),
    fastMs: fastIsoMs,
  });
}

const isoPrinter = (printed: Element): readonly Element[] => [
  number(FIELD.year, 4, 10, 'exceedsPad'),
  DASH,
  number(FIELD.month, 2),
  DASH,
  number(FIELD.day, 2),
  T,
  number(FIELD.hour, 2),
  COLON,
  number(FIELD.minute, 2),
  COLON,
  number(FIELD.second, 2),
  printed,
  PRINTED_ZONE,
];

/** Formats without separators. */
function basicFormats(): Record<string, FormatAlternative> {
  const date = [number(FIELD.year, 4), number(FIELD.month, 2), number(FIELD.day, 2)];
  const ordinal = [number(FIELD.year, 4), number(FIELD.dayOfYear, 3)];
  const weekDate = [
    number(FIELD.weekYear, 4),
    literal('W'),
    number(FIELD.week, 2),
    number(FIELD.dayOfWeek, 1),
  ];
  const time = [number(FIELD.hour, 2), number(FIELD.minute, 2), number(FIELD.second, 2)];
  const plain = (...elements: Element[]) => elementFormat(elements, { strict: true });
  const withMillis = (...before: Element[]) =>
    elementFormat([...before, ...time, FRACTION, ZONE_OR_OFFSET], {
      strict: true,
      printer: [...before, ...time, MILLIS, offset('+HHMM', 'Z')],
    });
  const noMillis = (...before: Element[]) =>
    elementFormat([...before, ...time, ZONE_OR_OFFSET], {
      strict: true,
      printer: [...before, ...time, offset('+HHMM', 'Z')],
    });
  return {
    basic_date: plain(...date),
    basic_date_time: withMillis(...date, T),
    basic_date_time_no_millis: noMillis(...date, T),
    basic_ordinal_date: plain(...ordinal),
    basic_ordinal_date_time: withMillis(...ordinal, T),
    basic_ordinal_date_time_no_millis: noMillis(...ordinal, T),
    basic_time: withMillis(),
    basic_time_no_millis: noMillis(),
    basic_t_time: withMillis(T),
    basic_t_time_no_millis: noMillis(T),
    basic_week_date: plain(...weekDate),
    basic_week_date_time: withMillis(...weekDate, T),
    basic_week_date_time_no_millis: noMillis(...weekDate, T),
    strict_basic_week_date: plain(...weekDate),
    strict_basic_week_date_time: withMillis(...weekDate, T),
    strict_basic_week_date_time_no_millis: noMillis(...weekDate, T),
  };
}

function allFormats(): ReadonlyMap<string, FormatAlternative> {
  const formats = new Map<string, FormatAlternative>();
  const strict = family(true);
  for (const [name, format] of Object.entries(strict)) formats.set(`strict_${name}`, format);
  for (const [name, format] of Object.entries(family(false))) {
    // These are lenient only when they parse. `date_time` prints milliseconds, its strict sibling
    // all digits.
    const twin = name === 'date_time' ? strict.date_optional_time : strict[name];
    formats.set(name, { ...format, print: (twin ?? format).print });
  }
  for (const [name, format] of Object.entries(basicFormats())) formats.set(name, format);
  const iso = optionalTime(strictYear, (field) => number(field, 2));
  const isoNanos = optionalTime(strictYear, (field) => number(field, 2), NANOS);
  formats.set('strict_date_optional_time_nanos', isoNanos);
  formats.set('iso8601', iso);
  formats.set('rfc3339_lenient', iso);
  formats.set('epoch_second', epochFormat({ nanoDigits: 9 }));
  formats.set('epoch_millis', epochFormat({ nanoDigits: 6 }));
  formats.set('epoch_micros', epochFormat({ nanoDigits: 3 }));
  return formats;
}

export const NAMED_FORMATS: ReadonlyMap<string, FormatAlternative> = allFormats();
