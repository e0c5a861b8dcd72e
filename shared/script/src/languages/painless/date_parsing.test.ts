/** Texts that java.time makes dates and times of, with the results of OpenSearch 2.19. */
import { JMap, provideWorld } from '@skein/java';
import { scriptContext } from '../../contexts/registry.js';
import { fixedWorld } from './fixed_world.js';
import { compilePainless } from './painless.js';

beforeEach(() => provideWorld(fixedWorld()));

const run = (source: string): unknown =>
  compilePainless(source, scriptContext('painless_test')).run(new JMap());

/** The result, or the message of the exception without its text. */
const shown = (expression: string): unknown =>
  run(
    `try { return ${expression}.toString() } catch (DateTimeException e) { return e.getMessage() }`,
  );

const read = (pattern: string, text: string, more = ''): unknown =>
  shown(`DateTimeFormatter.ofPattern("${pattern}")${more}.parse('${text}')`);

const dateOf = (pattern: string, text: string, locale = 'Locale.US'): unknown =>
  shown(`LocalDate.parse('${text}', DateTimeFormatter.ofPattern("${pattern}", ${locale}))`);

const LENIENT = '.withResolverStyle(ResolverStyle.LENIENT)';
const STRICT = '.withResolverStyle(ResolverStyle.STRICT)';

describe('times', () => {
  it.each([
    ['HH:mm', '24:00', '{},ISO resolved to 00:00'],
    ['HH', '24', '{},ISO resolved to 00:00'],
    ['HH:mm', '24:01', expect.stringContaining('Invalid value for HourOfDay')],
    ['HH:mm', '25:61', expect.stringContaining('Invalid value for MinuteOfHour')],
    ['kk:mm', '00:30', '{},ISO resolved to 00:30'],
    ['hh:mm a', '00:30 AM', '{},ISO resolved to 00:30'],
    ['kk', '25', expect.stringContaining('Invalid value for ClockHourOfDay')],
    [
      'HH ss',
      '23 61',
      expect.stringMatching(/^(?=.*HourOfDay=23)(?=.*SecondOfMinute=61)(?=.*MilliOfSecond=0)/),
    ],
  ])('%s of %s', (pattern, text, expected) => {
    expect(read(pattern, text)).toEqual(expected);
  });

  it('the end of a day is the start of the next one', () => {
    const pattern = 'yyyy-MM-dd HH:mm';
    const made = `DateTimeFormatter.ofPattern('${pattern}')`;
    expect(shown(`LocalDateTime.parse('2020-12-31 24:00', ${made})`)).toBe('2021-01-01T00:00');
  });

  it.each(['HH:mm', 'kk:mm'])('a strict resolver takes no time beyond its range: %s', (pattern) => {
    const text = pattern === 'HH:mm' ? '24:00' : '00:30';
    expect(read(pattern, text, STRICT)).toContain('Invalid value for');
  });

  const fractions = (...fields: string[]): string =>
    `new DateTimeFormatterBuilder()${fields.map((field) => `.appendValue(ChronoField.${field})`).join(".appendLiteral(' ')")}.toFormatter()`;

  it.each([
    [['NANO_OF_SECOND', 'MILLI_OF_SECOND'], '5000000 5', '{NanoOfSecond=5000000},ISO'],
    [
      ['NANO_OF_SECOND', 'MILLI_OF_SECOND'],
      '5000000 6',
      "Text '5000000 6' could not be parsed: Conflict found: NanoOfSecond 5000000 differs from NanoOfSecond 6000000 while resolving  MilliOfSecond",
    ],
    [['MICRO_OF_SECOND', 'MILLI_OF_SECOND'], '6005 6', '{NanoOfSecond=6005000},ISO'],
    [
      ['MICRO_OF_SECOND', 'MILLI_OF_SECOND'],
      '5 6',
      "Text '5 6' could not be parsed: Conflict found: MicroOfSecond 5 differs from MicroOfSecond 6005 while resolving  MilliOfSecond",
    ],
    [['MILLI_OF_DAY'], '86399999', '{},ISO resolved to 23:59:59.999'],
  ])('fractions of a second: %j of %s', (fields, text, expected) => {
    expect(shown(`${fractions(...fields)}.parse('${text}')`)).toBe(expected);
  });
});

describe('dates', () => {
  it.each([
    ['YYYY ww EEE', '2020 10 Sun', '2020-03-01'],
    ['YYYY ww e', '2020 53 1', '2020-12-20'],
    ['uuuu MM W e', '2020 01 2 3', '2020-01-07'],
    ['uuuu MM W EEE', '2020 02 5 Sun', '2020-02-23'],
    ['uuuu MM W e', '2020 02 0 1', '2020-01-19'],
    ['uuuu MM W e', '2020 13 2 1', expect.stringContaining('Invalid value for MonthOfYear')],
    ['uuuu ww e', '2020 10 1', expect.stringContaining('DayOfWeek=7')],
    ['uuuu yyyy MM-dd', '-0001 0002 01-01', '-0001-01-01'],
  ])('%s of %s', (pattern, text, expected) => {
    expect(dateOf(pattern, text)).toEqual(expected);
  });

  it.each([
    ['Locale.FRANCE', '2020-03-08'],
    ['Locale.UK', '2020-03-08'],
    ['Locale.US', '2020-03-01'],
  ])('weeks begin as in the country: %s', (locale, expected) => {
    const day = locale === 'Locale.FRANCE' ? 'dim.' : 'Sun';
    expect(dateOf('YYYY ww EEE', `2020 10 ${day}`, locale)).toBe(expected);
  });

  it.each([
    ['uuuu MM W e', '2020 13 2 1', '{},ISO resolved to 2021-01-03'],
    ['YYYY ww e', '2020 54 1', '{},ISO resolved to 2021-01-03'],
  ])('a lenient resolver goes on beyond the year: %s of %s', (pattern, text, expected) => {
    expect(read(pattern, text, LENIENT)).toBe(expected);
  });

  it('the day of a week is that of the ISO week', () => {
    expect(read('e', '7')).toBe('{DayOfWeek=6},ISO');
    expect(read('e', '8')).toContain('Invalid value for DayOfWeek[WeekFields[SUNDAY,1]]');
  });

  const aligned = (...fields: string[]): string =>
    `new DateTimeFormatterBuilder()${fields.map((field) => `.appendValue(ChronoField.${field})`).join(".appendLiteral(' ')")}.toFormatter()`;

  it.each([
    [['YEAR', 'ALIGNED_WEEK_OF_YEAR', 'DAY_OF_WEEK'], '2020 10 3', '2020-03-04'],
    [['YEAR', 'ALIGNED_WEEK_OF_YEAR', 'ALIGNED_DAY_OF_WEEK_IN_YEAR'], '2020 10 3', '2020-03-06'],
    [['YEAR', 'MONTH_OF_YEAR', 'ALIGNED_WEEK_OF_MONTH', 'DAY_OF_WEEK'], '2020 2 3 3', '2020-02-19'],
  ])('weeks that begin with the month or year: %j of %s', (fields, text, expected) => {
    expect(shown(`${aligned(...fields)}.parse('${text}')`)).toBe(`{},ISO resolved to ${expected}`);
  });

  it('a month that contradicts the count of months is refused', () => {
    expect(shown(`${aligned('PROLEPTIC_MONTH', 'MONTH_OF_YEAR')}.parse('24240 3')`)).toContain(
      'Conflict found: MonthOfYear 3 differs from MonthOfYear 1',
    );
  });
});

describe('instants', () => {
  it.each([
    ['2020-01-01T24:00:00Z', '2020-01-02T00:00:00Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59Z'],
    ['2020-01-01T10:00:00.Z', '2020-01-01T10:00:00Z'],
    ['2020-01-01t10:00:00z', '2020-01-01T10:00:00Z'],
    ['2020-01-01T10:00:00+01:00', '2020-01-01T09:00:00Z'],
    ['+999999999-01-01T00:00:00Z', '+999999999-01-01T00:00:00Z'],
  ])('%s', (text, expected) => {
    expect(shown(`Instant.parse('${text}')`)).toBe(expected);
  });

  it.each([
    ['2020-01-01T25:00:00Z', 0],
    ['2020-01-01T10:70:00Z', 0],
    ['2020-02-30T10:00:00Z', 0],
    ['12020-01-01T10:00:00Z', 0],
    ['2020-1-01T10:00:00Z', 5],
    ['2020-01-01T10:00Z', 16],
    ['2020-01-01T10:00:00+0100', 19],
    ['2020-01-01T10:00:00.1234567891Z', 29],
  ])('%s is none', (text, at) => {
    expect(shown(`Instant.parse('${text}')`)).toBe(
      `Text '${text}' could not be parsed at index ${at}`,
    );
  });

  it('a leap second is told', () => {
    const parsed = "DateTimeFormatter.ISO_INSTANT.parse('2016-12-31T23:59:60Z')";
    expect(shown(`${parsed}.query(DateTimeFormatter.parsedLeapSecond())`)).toBe('true');
  });
});

describe('zones', () => {
  it.each(['europe/berlin', 'EST', 'CST', 'PST', 'HST', 'ROC', 'utc', 'gmt'])(
    '%s is no zone of Java',
    (id) => {
      expect(shown(`ZoneId.of('${id}')`)).toBe(`Unknown time-zone ID: ${id}`);
      expect(read('VV', id)).toBe(`Text '${id}' could not be parsed at index 0`);
    },
  );

  it.each(['Europe/Berlin', 'EST5EDT', 'CET', 'GMT0', 'Etc/GMT+5', 'Zulu', 'UTC+01:00'])(
    '%s is one',
    (id) => {
      expect(shown(`ZoneId.of('${id}')`)).toBe(id);
    },
  );

  it('an offset behind a prefix is named with it when it is wrong', () => {
    expect(shown("ZoneId.of('UTC+25')")).toBe('Invalid ID for offset-based ZoneId: UTC+25');
  });

  it.each([
    ['VV', 'UTC+01:00', '{},ISO,UTC+01:00'],
    ['VV', 'UTC+1', "Text 'UTC+1' could not be parsed, unparsed text found at index 3"],
    ['VV', '+01', "Text '+01' could not be parsed at index 0"],
    ['VV', '+19:00', "Text '+19:00' could not be parsed at index 0"],
    ['VV', 'Zx', "Text 'Zx' could not be parsed, unparsed text found at index 1"],
    ["VV'x'", 'Europe/Berlinx', '{},ISO,Europe/Berlin'],
    ["VV'x'", 'GMTx', '{},ISO,GMT'],
    ["VV'0'", 'UTC0', '{},ISO,UTC'],
    ['VV', 'GMT0', '{},ISO,GMT0'],
    ['z', 'GMT', '{},ISO,GMT'],
    ['z', 'UTC', '{},ISO,UTC'],
    ['x', '+19', '{OffsetSeconds=68400},ISO'],
    ['x', '+2360', "Text '+2360' could not be parsed, unparsed text found at index 3"],
    [
      'x',
      '+24',
      "Text '+24' could not be parsed: Value out of range: Hour[0-23], Minute[0-59], Second[0-59]",
    ],
  ])('%s of %s', (pattern, text, expected) => {
    expect(read(pattern, text)).toBe(expected);
  });

  it.each([
    ['gmt+01:00', '{},ISO,GMT+01:00'],
    ['europe/berlin', '{},ISO,Europe/Berlin'],
    ['z', '{},ISO,Z'],
  ])('%s, where case does not count', (text, expected) => {
    const made = 'new DateTimeFormatterBuilder().parseCaseInsensitive().appendZoneId()';
    expect(shown(`${made}.toFormatter().parse('${text}')`)).toBe(expected);
  });
});
