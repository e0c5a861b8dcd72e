/** Java's predefined formatters: the ISO forms, and RFC 1123. */
import { chronoField } from '../time_fields.js';
import { ISO_FIELD } from '../week_fields.js';
import { DateTimeFormatterBuilder } from './builder.js';
import type { DateTimeFormatter } from './formatter.js';

const field = chronoField;
const start = (): DateTimeFormatterBuilder => new DateTimeFormatterBuilder();
const strict = (builder: DateTimeFormatterBuilder): DateTimeFormatter =>
  builder.build().with({ resolver: 'STRICT', hasChronology: true });
const plain = (builder: DateTimeFormatterBuilder): DateTimeFormatter =>
  builder.build().with({ resolver: 'STRICT' });
const insensitive = (): DateTimeFormatterBuilder => start().setting('ParseCaseSensitive', false);

const date = strict(
  start()
    .value(field('YEAR'), 4, 10, 'EXCEEDS_PAD')
    .literal('-')
    .fixedValue(field('MONTH_OF_YEAR'), 2)
    .literal('-')
    .fixedValue(field('DAY_OF_MONTH'), 2),
);
/** Hours and minutes; the optional part that begins with the seconds stays open. */
const clock = (builder: DateTimeFormatterBuilder): DateTimeFormatterBuilder =>
  builder
    .fixedValue(field('HOUR_OF_DAY'), 2)
    .literal(':')
    .fixedValue(field('MINUTE_OF_HOUR'), 2)
    .optionalStart()
    .literal(':')
    .fixedValue(field('SECOND_OF_MINUTE'), 2);
const time = plain(clock(start()).optionalStart().fraction(field('NANO_OF_SECOND'), 0, 9, true));
const offsetId = (builder: DateTimeFormatterBuilder): DateTimeFormatterBuilder =>
  builder.offset('+HH:MM:ss', 'Z');
const dateTime = strict(insensitive().formatter(date, false).literal('T').formatter(time, false));
const offsetDateTime = strict(
  offsetId(insensitive().formatter(dateTime, false).setting('ParseStrict', false)).setting(
    'ParseStrict',
    true,
  ),
);
const region = (builder: DateTimeFormatterBuilder): DateTimeFormatterBuilder =>
  builder
    .optionalStart()
    .literal('[')
    .setting('ParseCaseSensitive', true)
    .zoneId('ZoneRegionId()')
    .literal(']');

const [, , week, weekYear] = ISO_FIELD;

export const PREDEFINED = {
  BASIC_ISO_DATE: strict(
    insensitive()
      .fixedValue(field('YEAR'), 4)
      .fixedValue(field('MONTH_OF_YEAR'), 2)
      .fixedValue(field('DAY_OF_MONTH'), 2)
      .optionalStart()
      .setting('ParseStrict', false)
      .offset('+HHMMss', 'Z')
      .setting('ParseStrict', true),
  ),
  ISO_DATE: strict(offsetId(insensitive().formatter(date, false).optionalStart())),
  ISO_DATE_TIME: strict(region(offsetId(start().formatter(dateTime, false).optionalStart()))),
  ISO_INSTANT: plain(insensitive().instant(-2)),
  ISO_LOCAL_DATE: date,
  ISO_LOCAL_DATE_TIME: dateTime,
  ISO_LOCAL_TIME: time,
  ISO_OFFSET_DATE: strict(offsetId(insensitive().formatter(date, false))),
  ISO_OFFSET_DATE_TIME: offsetDateTime,
  ISO_OFFSET_TIME: plain(offsetId(insensitive().formatter(time, false))),
  ISO_ORDINAL_DATE: strict(
    offsetId(
      insensitive()
        .value(field('YEAR'), 4, 10, 'EXCEEDS_PAD')
        .literal('-')
        .fixedValue(field('DAY_OF_YEAR'), 3)
        .optionalStart(),
    ),
  ),
  ISO_TIME: plain(offsetId(insensitive().formatter(time, false).optionalStart())),
  ISO_WEEK_DATE: strict(
    offsetId(
      insensitive()
        .value(weekYear, 4, 10, 'EXCEEDS_PAD')
        .literal('-W')
        .fixedValue(week, 2)
        .literal('-')
        .fixedValue(field('DAY_OF_WEEK'), 1)
        .optionalStart(),
    ),
  ),
  ISO_ZONED_DATE_TIME: strict(region(start().formatter(offsetDateTime, false))),
  RFC_1123_DATE_TIME: clock(
    insensitive()
      .setting('ParseStrict', false)
      .optionalStart()
      .named(field('DAY_OF_WEEK'), 'SHORT')
      .literal(', ')
      .optionalEnd()
      .value(field('DAY_OF_MONTH'), 1, 2, 'NOT_NEGATIVE')
      .literal(' ')
      .named(field('MONTH_OF_YEAR'), 'SHORT')
      .literal(' ')
      .fixedValue(field('YEAR'), 4)
      .literal(' '),
  )
    .optionalEnd()
    .literal(' ')
    .offset('+HHMM', 'GMT')
    .build(),
} satisfies Readonly<Record<string, DateTimeFormatter>>;

export const ISO_LOCAL_DATE = PREDEFINED.ISO_LOCAL_DATE;
export const ISO_LOCAL_TIME = PREDEFINED.ISO_LOCAL_TIME;
export const ISO_LOCAL_DATE_TIME = PREDEFINED.ISO_LOCAL_DATE_TIME;
export const ISO_ZONED_DATE_TIME = PREDEFINED.ISO_ZONED_DATE_TIME;
export const ISO_OFFSET_DATE_TIME = PREDEFINED.ISO_OFFSET_DATE_TIME;
export const ISO_OFFSET_TIME = PREDEFINED.ISO_OFFSET_TIME;
export const ISO_INSTANT = PREDEFINED.ISO_INSTANT;
export const YEAR_FORM = start()
  .setting('ParseStrict', false)
  .value(field('YEAR'), 1, 10, 'NORMAL')
  .build();
export const YEAR_MONTH_FORM = start()
  .value(field('YEAR'), 4, 10, 'EXCEEDS_PAD')
  .literal('-')
  .fixedValue(field('MONTH_OF_YEAR'), 2)
  .build();
export const MONTH_DAY_FORM = start()
  .literal('--')
  .fixedValue(field('MONTH_OF_YEAR'), 2)
  .literal('-')
  .fixedValue(field('DAY_OF_MONTH'), 2)
  .build();
