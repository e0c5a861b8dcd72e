import { refusalOf } from '@skein/errors/testing';
import fc from 'fast-check';
import { parseDateFormat } from './date_format.js';

const iso = (ms: number) => new Date(ms).toISOString();
const parse = (format: string, text: string) => iso(parseDateFormat(format).parseMs(text));

const DEFAULT = 'strict_date_optional_time||epoch_millis';

describe('the default date format', () => {
  it.each([
    ['2024', '2024-01-01T00:00:00.000Z'],
    ['2024-05', '2024-05-01T00:00:00.000Z'],
    ['2024-05-17', '2024-05-17T00:00:00.000Z'],
    ['2024-05-17T08', '2024-05-17T08:00:00.000Z'],
    ['2024-05-17T08:30', '2024-05-17T08:30:00.000Z'],
    ['2024-05-17T08:30:01', '2024-05-17T08:30:01.000Z'],
    ['2024-05-17T08:30:01.5Z', '2024-05-17T08:30:01.500Z'],
    ['2024-05-17T08:30:01.123456789+02:00', '2024-05-17T06:30:01.123Z'],
    ['2024-05-17T08:30:01,25-0130', '2024-05-17T10:00:01.250Z'],
    ['2024-05-17T08:30:01+02', '2024-05-17T06:30:01.000Z'],
    ['2024-05-17T08:30:01Europe/Berlin', '2024-05-17T06:30:01.000Z'],
    ['2000-02-29', '2000-02-29T00:00:00.000Z'],
    ['1715934600000', '2024-05-17T08:30:00.000Z'],
    ['-1', '1969-12-31T23:59:59.999Z'],
    ['12', '1970-01-01T00:00:00.012Z'],
  ])('reads %s', (text, expected) => {
    expect(parse(DEFAULT, text)).toBe(expected);
  });

  it.each([
    'not a date',
    '2024-13-01',
    '2023-02-29',
    '2024-5-1',
    '2024-05-17T25:00',
    '2024-05-17x',
    '24'.repeat(12),
  ])('refuses %s as OpenSearch does', (text) => {
    const error = refusalOf(() => parseDateFormat(DEFAULT).parseMs(text));
    expect(error.type).toBe('illegal_argument_exception');
    expect(error.reason).toBe(`failed to parse date field [${text}] with format [${DEFAULT}]`);
    expect(error.cause?.type).toBe('date_time_parse_exception');
    expect(error.cause?.reason).toBe('Failed to parse with all enclosed parsers');
  });

  it('reads what Date writes, by the fast and by the general way', () => {
    const format = parseDateFormat(DEFAULT);
    fc.assert(
      fc.property(
        fc.date({ min: new Date(-62e12), max: new Date(25e13), noInvalidDate: true }),
        (date) => {
          const text = date.toISOString();
          expect(format.parseMs(text)).toBe(date.getTime());
          expect(format.parseMs(text, { roundUp: true })).toBe(date.getTime());
          expect(format.format(date.getTime())).toBe(text);
        },
      ),
    );
  });

  it('agrees with the general parser on any short text made of date characters', () => {
    const characters = fc.constantFrom('2', '0', '1', '9', '-', ':', 'T', 'Z', '.', '+');
    const base = '2024-05-17T08:30:00.123Z';
    const format = parseDateFormat('strict_date_optional_time');
    const outcome = (read: () => number) => {
      try {
        return read();
      } catch {
        return 'refused';
      }
    };
    fc.assert(
      fc.property(fc.nat(base.length), characters, fc.nat(base.length), (at, character, cut) => {
        const text = (base.slice(0, at) + character + base.slice(at + 1)).slice(
          0,
          Math.max(cut, 1),
        );
        const general = outcome(() => format.parseMs(text, { timeZone: 'UTC' }));
        expect(outcome(() => format.parseMs(text))).toBe(general);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps nanoseconds', () => {
    expect(parseDateFormat(DEFAULT).parseNanos('1970-01-01T00:00:01.000000001Z')).toBe(
      1_000_000_001n,
    );
  });
});

describe('named formats and patterns', () => {
  it.each([
    ['basic_date', '20240517', '2024-05-17T00:00:00.000Z'],
    ['basic_date_time', '20240517T083001.250Z', '2024-05-17T08:30:01.250Z'],
    ['date', '2024-5-1', '2024-05-01T00:00:00.000Z'],
    ['year_month', '2024-5', '2024-05-01T00:00:00.000Z'],
    ['strict_week_date', '2024-W20-5', '2024-05-17T00:00:00.000Z'],
    ['ordinal_date', '2024-138', '2024-05-17T00:00:00.000Z'],
    ['epoch_second', '1715934600.5', '2024-05-17T08:30:00.500Z'],
    ['yyyyMMdd', '20240517', '2024-05-17T00:00:00.000Z'],
    ['yyyy/MM/dd', '2024/05/17', '2024-05-17T00:00:00.000Z'],
    ['dd.MM.yyyy', '17.05.2024', '2024-05-17T00:00:00.000Z'],
    ['yyyy-MM-dd HH:mm:ss.SSSSSS', '2024-05-17 08:30:01.123456', '2024-05-17T08:30:01.123Z'],
    [
      "uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSSX",
      '2024-05-17T08:30:01.123456789+02',
      '2024-05-17T06:30:01.123Z',
    ],
    ['8E, d MMM uuuu HH:mm:ss Z', 'Fri, 17 May 2024 08:30:01 +0100', '2024-05-17T07:30:01.000Z'],
    ['h:mm a, d MMMM yyyy', '12:05 PM, 1 June 2024', '2024-06-01T12:05:00.000Z'],
    ['yyyy[-MM]', '2024', '2024-01-01T00:00:00.000Z'],
    ['HH:mm', '08:30', '1970-01-01T08:30:00.000Z'],
    ['yyyy-MM-dd hh:mm', '2024-05-17 10:30', '2024-05-17T00:00:00.000Z'],
    ['yyyy-MM-dd mm', '2024-05-17 30', '2024-05-17T00:00:00.000Z'],
    ['yyyy-MM-dd HH ss', '2024-05-17 10 30', '2024-05-17T00:00:00.000Z'],
    ['yyyy-MM-dd HH:mm SSS', '2024-05-17 10:30 123', '2024-05-17T00:00:00.000Z'],
    ['yyyy-MM-dd hh a', '2024-05-17 10 PM', '2024-05-17T22:00:00.000Z'],
    ['yyyy-MM-dd A', '2024-05-17 86399999', '2024-05-17T23:59:59.999Z'],
    ['MM mm', '05 30', '1970-05-01T00:00:00.000Z'],
    ['dd HH', '05 10', '1970-01-01T10:00:00.000Z'],
    ['DDD HH', '050 10', '1970-01-01T10:00:00.000Z'],
  ])('%s reads %s', (format, text, expected) => {
    expect(parse(format, text)).toBe(expected);
  });

  it.each([
    ['yyyy', 'xx', "Text 'xx' could not be parsed at index 0"],
    [
      'yyyy-MM-dd',
      '2024-05-17x',
      "Text '2024-05-17x' could not be parsed, unparsed text found at index 10",
    ],
    [
      'strict_date',
      '2024-13-01',
      "Text '2024-13-01' could not be parsed: Invalid value for MonthOfYear (valid values 1 - 12): 13",
    ],
    ['strict_date', '2024-04-31', "Text '2024-04-31' could not be parsed: Invalid date 'APRIL 31'"],
    ...[
      ['mm:ss', '12:30'],
      ['hh:mm', '10:30'],
      ['DDD', '050'],
      ['EEE', 'Mon'],
      ['VV', 'Europe/Berlin'],
    ].map(([format = '', text = '']): [string, string, string] => [
      format,
      text,
      `Text '${text}' could not be parsed: temporal accessor cannot be converted to zoned date time: no date and no time of day`,
    ]),
    [
      'yyyy-MM-dd A',
      '2024-05-17 86400000',
      "Text '2024-05-17 86400000' could not be parsed: Invalid value for MilliOfDay (valid values 0 - 86399999): 86400000",
    ],
    [
      'N',
      '86400000000000',
      "Text '86400000000000' could not be parsed: Invalid value for NanoOfDay (valid values 0 - 86399999999999): 86400000000000",
    ],
  ])('%s says why %s is no date', (format, text, reason) => {
    expect(refusalOf(() => parseDateFormat(format).parseMs(text)).cause?.reason).toBe(reason);
  });

  it.each([
    ['nonsense', 'Invalid format: [nonsense]: Unknown pattern letter: o'],
    [
      'y'.repeat(20),
      `Invalid format: [${'y'.repeat(20)}]: The minimum width must be from 1 to 19 inclusive but was 20`,
    ],
    [
      'uuuu.SSSSSSSSSS',
      'Invalid format: [uuuu.SSSSSSSSSS]: Minimum width must be from 0 to 9 inclusive but was 10',
    ],
    [
      'yyyy-MM-dd]',
      'Invalid format: [yyyy-MM-dd]]: Pattern invalid as it contains ] without previous [',
    ],
  ])('refuses the format %s', (format, reason) => {
    expect(refusalOf(() => parseDateFormat(format)).reason).toBe(reason);
  });

  it.each([
    ['yyyy-MM', '2024-05'],
    ['epoch_millis', '1715934601250'],
    ['epoch_second', '1715934601.25'],
    ['EEEE, d MMM uu', 'Friday, 17 May 24'],
    ['strict_date_optional_time', '2024-05-17T08:30:01.250Z'],
    ['basic_date_time', '20240517T083001.250Z'],
  ])('%s writes %s', (format, expected) => {
    expect(parseDateFormat(format).format(1_715_934_601_250)).toBe(expected);
  });

  it('fills missing parts upwards when asked', () => {
    const ms = parseDateFormat('strict_date_optional_time').parseMs('2024-05', { roundUp: true });
    expect(iso(ms)).toBe('2024-05-01T23:59:59.999Z');
  });

  it('reads and writes in a zone', () => {
    const format = parseDateFormat('strict_date_optional_time');
    expect(iso(format.parseMs('2024-05-17T08:00', { timeZone: 'America/New_York' }))).toBe(
      '2024-05-17T12:00:00.000Z',
    );
    expect(format.format(1_715_934_600_000, 'Asia/Tokyo')).toBe('2024-05-17T17:30:00.000+09:00');
  });

  it('moves a skipped hour forward and takes the earlier of two', () => {
    const format = parseDateFormat('strict_date_optional_time');
    const berlin = { timeZone: 'Europe/Berlin' };
    expect(iso(format.parseMs('2024-03-31T02:30', berlin))).toBe('2024-03-31T01:30:00.000Z');
    expect(iso(format.parseMs('2024-10-27T02:30', berlin))).toBe('2024-10-27T00:30:00.000Z');
  });
});

test('nanoseconds are written by the formats that show them, cut by the others', () => {
  const write = (pattern: string) =>
    parseDateFormat(pattern).format(Date.UTC(2020, 0, 2, 3, 4, 5, 123), undefined, 456_700);
  expect(write('strict_date_optional_time_nanos')).toBe('2020-01-02T03:04:05.1234567Z');
  expect(write('strict_date_time')).toBe('2020-01-02T03:04:05.1234567Z');
  expect(write('ordinal_date_time')).toBe('2020-002T03:04:05.1234567Z');
  expect(write('strict_date_optional_time')).toBe('2020-01-02T03:04:05.123Z');
  expect(write('date_time')).toBe('2020-01-02T03:04:05.123Z');
  expect(write('HH:mm:ss.SSSSSSSSS')).toBe('03:04:05.123456700');
  expect(write('epoch_millis')).toBe('1577934245123.4567');
  expect(write('epoch_second')).toBe('1577934245.1234567');
  expect(parseDateFormat('epoch_second').format(-1500)).toBe('-1.5');
});

test("Java's longs end where they do", () => {
  const write = (pattern: string, zone?: string) =>
    [2 ** 63, -(2 ** 63)].map((ms) => parseDateFormat(pattern).format(ms, zone));
  expect(write('strict_date_optional_time')).toEqual([
    '+292278994-08-17T07:12:55.807Z',
    '-292275055-05-16T16:47:04.192Z',
  ]);
  expect(write('strict_date_optional_time', '+01:00')[0]).toBe(
    '+292278994-08-17T08:12:55.807+01:00',
  );
  expect(write('epoch_millis')).toEqual(['9223372036854775807', '-9223372036854775808']);
});

test('names that read leniently write as their strict siblings do', () => {
  const ms = Date.UTC(2020, 0, 2, 3, 4, 5);
  expect(parseDateFormat('date_hour_minute').format(ms)).toBe('2020-01-02T03:04');
  expect(parseDateFormat('week_date').format(ms)).toBe('2020-W01-4');
});
