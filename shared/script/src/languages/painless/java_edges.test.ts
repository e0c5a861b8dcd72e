/** Texts, numbers and collections of Java at their limits, with the results of OpenSearch 2.19. */
import { provideWorld } from '@skein/java';
import { fixedWorld } from './fixed_world.js';
import { faultOf, run, shown } from './script_results.js';

beforeEach(() => provideWorld(fixedWorld()));

describe('String.format', () => {
  it.each([
    ['%0$s', 'Illegal format argument index = 0'],
    ['%99999999999$s', 'Format argument index: (not representable as int)'],
    ['%5n', '5'],
    ['%2147483648d', '-2147483648'],
    ['%.2147483648f', '-2147483648'],
  ])('refuses %s', (format, fault) => {
    expect(faultOf(`return String.format('${format}', new def[] { 1 })`)).toBe(fault);
  });
});

describe('numbers of texts', () => {
  it.each([
    ["Integer.decode('0x-5')", 'Sign character in wrong position'],
    ["Integer.decode('-0x-5')", 'Sign character in wrong position'],
    ["Byte.decode('300')", 'Value 300 out of range from input 300'],
    ["Short.decode('70000')", 'Value 70000 out of range from input 70000'],
    ["Integer.parseInt('', 16)", 'For input string: "" under radix 16'],
    ["Integer.parseInt('')", 'For input string: ""'],
  ])('%s fails', (expression, fault) => {
    expect(faultOf(`return ${expression}`)).toBe(fault);
  });

  it.each([
    ["Integer.decode('+0x5')", '5'],
    ["Byte.decode('-0200')", '-128'],
  ])('%s', (expression, result) => {
    expect(shown(expression)).toBe(result);
  });
});

describe('parts of texts', () => {
  it('a quotation contains what ends a quotation', () => {
    expect(run("return Pattern.quote('a\\\\Eb')")).toBe('\\Qa\\E\\\\E\\Qb\\E');
    expect(faultOf('return Pattern.quote(null)')).toContain('"s" is null');
  });

  it('a tokenizer keeps characters of two units whole', () => {
    const tokenizer = "new StringTokenizer('a😁b😀c', '😀'";
    expect(run(`return ${tokenizer}).nextToken()`)).toBe('a😁b');
    expect(run(`def t = ${tokenizer}, true); t.nextToken(); return t.nextToken()`)).toBe('😀');
    expect(faultOf("return new StringTokenizer('a', null).nextToken()")).not.toBe('no fault');
  });

  it.each([
    ["new StringJoiner(',', null, 'b')", 'The prefix must not be null'],
    ["new StringJoiner(',', 'a', null)", 'The suffix must not be null'],
    ["new StringJoiner(null, 'a', 'b')", 'The delimiter must not be null'],
    ["new StringJoiner(',').setEmptyValue(null)", 'The empty value must not be null'],
  ])('%s is refused', (expression, fault) => {
    expect(faultOf(`return ${expression}`)).toBe(fault);
  });
});

describe('collections', () => {
  const map = (type: string): string =>
    `def m = new ${type}(); for (int i = 0; i < 100; i++) m['k' + i] = i;`;

  it('the entries found in a map keep its order', () => {
    const found = 'def f = m.findAll((k, v) -> v % 20 == 0); f.k5 = 5; f.k1 = 1;';
    const keys = 'return f.keySet().toString()';
    expect(run(map('HashMap') + found + keys)).toBe('[k0, k40, k60, k80, k20, k5, k1]');
    expect(run(map('TreeMap') + found + keys)).toBe('[k0, k1, k20, k40, k5, k60, k80]');
  });

  it('the groups of a sorted map are sorted', () => {
    const groups = "def g = m.groupBy((k, v) -> v % 50 == 0); g[true].put('a', 1);";
    expect(run(`${map('TreeMap')}${groups} return g[true].toString()`)).toBe('{a=1, k0=0, k50=50}');
  });

  it('a list takes a part of itself', () => {
    const list = 'def l = new ArrayList([1, 2, 3]);';
    expect(run(`${list} l.addAll(3, l.subList(0, 2)); return l.toString()`)).toBe(
      '[1, 2, 3, 1, 2]',
    );
    expect(run(`${list} l.subList(0, 2).addAll(1, [7, 8]); return l.toString()`)).toBe(
      '[1, 7, 8, 2, 3]',
    );
    expect(run(`${list} l.addAll(1, l); return l.toString()`)).toBe('[1, 1, 2, 3, 2, 3]');
  });

  it('many elements are inserted at once', () => {
    const many = 'def l = []; for (int i = 0; i < 100000; i++) l.add(i);';
    const twice = `${many} def c = new ArrayList(l); c.addAll(0, l); return c.size() + c.get(99999)`;
    expect(run(twice)).toBe(299_999);
  });
});

describe('moments', () => {
  it.each(['9223372036854775807L', '-9223372036854775808L', '9007199254740993L'])(
    'a calendar keeps the milliseconds %s',
    (millis) => {
      const set = `Calendar c = Calendar.getInstance(); c.setTimeInMillis(${millis});`;
      expect(run(`${set} return c.getTimeInMillis() == ${millis}`)).toBe(true);
      expect(run(`${set} return ((Calendar) c.clone()).getTime().getTime() == ${millis}`)).toBe(
        true,
      );
      expect(run(`${set} c.add(Calendar.YEAR, 0); return c.get(Calendar.YEAR) > 2000`)).toBe(true);
    },
  );

  it.each(['Asia/Kolkata', 'US/Eastern', 'Etc/GMT+5'])('%s is an available zone', (id) => {
    expect(run(`return ZoneId.getAvailableZoneIds().contains('${id}')`)).toBe(true);
  });

  it('every available zone is one', () => {
    expect(run('for (id in ZoneId.getAvailableZoneIds()) ZoneId.of(id); return true')).toBe(true);
  });

  it('a sign is no digit of a reduced year', () => {
    const year = 'appendValueReduced(ChronoField.YEAR, 2, 4, 2000)';
    const formatter = `new DateTimeFormatterBuilder().parseLenient().${year}.toFormatter()`;
    expect(shown(`${formatter}.parse('+12')`)).toBe('{Year=2012},ISO');
  });

  it('a number has no more digits than a long', () => {
    const nanos = 'new DateTimeFormatterBuilder().appendValue(ChronoField.NANO_OF_DAY)';
    expect(faultOf(`return ${nanos}.toFormatter().parse('9999999999999999999')`)).toContain(
      'unparsed text found at index 18',
    );
  });
});

describe('String', () => {
  it('trimming takes no longer for blanks inside', () => {
    const source = `String blanks = ' '; for (int i = 0; i < 17; i++) blanks = blanks + blanks;
      return ('  a' + blanks + 'b  ').trim().length()`;
    expect(run(source)).toBe(131_074);
    expect(run("return '   '.trim()")).toBe('');
  });

  it('letters are compared one by one, whatever their case', () => {
    expect(shown("'ß'.equalsIgnoreCase('ss')")).toBe('false');
    expect(shown("'İ'.equalsIgnoreCase('i')")).toBe('true');
    expect(shown("'ß'.compareToIgnoreCase('ss')")).toBe('108');
    expect(shown("'xß'.regionMatches(true, 1, 'ss', 0, 1)")).toBe('false');
  });
});

describe('TemporalQueries.chronology', () => {
  it.each([
    ['DayOfWeek.MONDAY', 'null'],
    ['Month.MAY', 'ISO'],
    ['ZoneOffset.UTC', 'null'],
    ['OffsetTime.of(1, 2, 3, 4, ZoneOffset.UTC)', 'null'],
    ['IsoEra.CE', 'null'],
    ['JapaneseDate.of(2020, 1, 1)', 'Japanese'],
    ['MonthDay.of(1, 2)', 'ISO'],
  ])('of %s: %s', (from, expected) => {
    expect(shown(`${from}.query(TemporalQueries.chronology())`)).toBe(expected);
  });
});

describe('SimpleDateFormat', () => {
  it.each([
    ['00-06-14', '4116614400000'],
    ['00-06-15', '961027200000'],
    ['99-01-01', '4070908800000'],
  ])('two digits name a year not before the start of the century: %s', (text, millis) => {
    const source = `SimpleDateFormat f = new SimpleDateFormat('yy-MM-dd');
      f.set2DigitYearStart(new SimpleDateFormat('yyyy-MM-dd').parse('2000-06-15'));
      return String.valueOf(f.parse('${text}').getTime())`;
    expect(run(source)).toBe(millis);
  });
});

it.each([
  ['yyyyMMdd', '85-11-04', '-59490205200000'],
  ['yyyyMMdd', '5 02 2024', '-62012134800000'],
  ['HHmm', '-0530', '28200000'],
  ['yyMMdd', '240229', '1709161200000'],
])(
  'the sign of a number counts among its digits before another number: %s %s',
  (pattern, text, millis) => {
    const source = `SimpleDateFormat f = new SimpleDateFormat('${pattern}');
    f.setTimeZone(TimeZone.getTimeZone('Europe/Berlin')); f.set2DigitYearStart(new Date(500000000000L));
    return String.valueOf(f.parse('${text}').getTime())`;
    expect(run(source)).toBe(millis);
  },
);

it('a strict format refuses hours out of their range', () => {
  const parsed = (pattern: string) => `SimpleDateFormat f = new SimpleDateFormat('${pattern}');
    f.setLenient(false); return f.parse('0:30 PM')`;
  expect(faultOf(parsed('h:mm a'))).toBe('Unparseable date: "0:30 PM"');
  expect(faultOf(parsed('kk:mm'))).toBe('Unparseable date: "0:30 PM"');
});

it.each([
  ['Australia/Lord_Howe', '1705460154764L', '37800000 1800000'],
  ['Europe/Berlin', '1720000000000L', '3600000 3600000'],
  ['America/Caracas', '1470000000000L', '-14400000 0'],
])('summer time of %s', (zone, millis, expected) => {
  const source = `Calendar c = new GregorianCalendar(TimeZone.getTimeZone('${zone}'));
    c.setTimeInMillis(${millis});
    return c.get(Calendar.ZONE_OFFSET) + ' ' + c.get(Calendar.DST_OFFSET)`;
  expect(run(source)).toBe(expected);
});

it('the last year ends in August', () => {
  const most = (millis: string) => `Calendar c = new GregorianCalendar(TimeZone.getTimeZone('UTC'));
    c.setTimeInMillis(${millis}); return c.getActualMaximum(Calendar.YEAR)`;
  expect(run(most('998567944002L'))).toBe(292_278_993);
  expect(run(most('978567944002L'))).toBe(292_278_994);
});

describe('ChoiceFormat', () => {
  const read = (pattern: string): string => `new ChoiceFormat("${pattern}")`;
  it.each([
    ['|', '0.0#'],
    ['0#a||1#b', '0.0#a|0.0#|1.0#b'],
    ['0#a|1|2#b', '0.0#a|0.0#|12.0#b'],
    ['NaN#a', 'NaN<a'],
    ['Infinity#a', '∞<a'],
  ])('a choice without a limit has the one before it: %s', (pattern, expected) => {
    expect(run(`return ${read(pattern)}.toPattern()`)).toBe(expected);
  });

  it.each(['0#a<b', '0#<x>'])('a relation in a text must be quoted: %s', (pattern) => {
    expect(faultOf(read(pattern))).toBe('Each interval must contain a number before a format');
  });

  it('no choices give no text', () => {
    expect(faultOf(`return ${read('0')}.format(1)`)).toBe('Index 0 out of bounds for length 0');
  });
});

it.each([
  ['0.0', 'Double.NaN'],
  ['0.0', 'Double.POSITIVE_INFINITY'],
  ['-1e308', '1e308'],
  ['1.0', '1.0'],
])('random doubles from %s to %s are refused', (low, high) => {
  expect(faultOf(`return new Random(1L).doubles(2L, ${low}, ${high})`)).toBe(
    'bound must be greater than origin',
  );
});

it.each([
  ["LocalDate.parse('2030-01-01').with(JulianFields.JULIAN_DAY, 5)", '-4713-11-29'],
  ["LocalDate.parse('2030-01-01').with(JulianFields.RATA_DIE, 1)", '0001-01-01'],
  ["LocalDate.parse('2014-01-15').plus(1, IsoFields.WEEK_BASED_YEARS)", '2015-01-14'],
  ["LocalDate.parse('2027-06-20').plus(5, IsoFields.WEEK_BASED_YEARS)", '2032-06-13'],
  [
    "IsoFields.WEEK_BASED_YEARS.between(LocalDate.parse('2019-12-29'), LocalDate.parse('2019-12-30'))",
    '1',
  ],
  [
    "ZonedDateTime.parse('2024-10-27T02:30+02:00[Europe/Berlin]').with(ChronoField.OFFSET_SECONDS, 3600)",
    '2024-10-27T02:30+01:00[Europe/Berlin]',
  ],
  [
    "ZonedDateTime.parse('2024-03-31T02:30+05:30').with(ChronoField.OFFSET_SECONDS, 3600)",
    '2024-03-31T02:30+05:30',
  ],
  [
    "OffsetDateTime.parse('2024-03-31T02:30+05:30').with(ChronoField.OFFSET_SECONDS, 3600)",
    '2024-03-31T02:30+01:00',
  ],
])('%s', (expression, expected) => {
  expect(shown(expression)).toBe(expected);
});
