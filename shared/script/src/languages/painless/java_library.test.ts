/** Methods of Java's library on unusual input, with the results of OpenSearch 2.19 on Java 17. */
import { ApiError } from '@skein/errors';
import { provideWorld } from '@skein/java';
import { fixedWorld } from './fixed_world.js';
import { faultOf, run, shown } from './script_results.js';

beforeEach(() => provideWorld(fixedWorld()));

const date = (text: string): string => `LocalDate.parse('${text}')`;

describe('months between dates', () => {
  it.each([
    ['2024-01-31', '2024-02-29', 'P29D', '0'],
    ['2024-03-31', '2024-02-28', 'P-1M-3D', '-1'],
    ['2024-05-31', '2024-02-29', 'P-3M-2D', '-3'],
    ['2024-02-29', '2024-01-31', 'P-29D', '0'],
    ['2024-01-31', '2024-03-31', 'P2M', '2'],
  ])('a month ends at the same day: %s to %s', (from, to, period, months) => {
    expect(shown(`Period.between(${date(from)}, ${date(to)})`)).toBe(period);
    expect(shown(`ChronoUnit.MONTHS.between(${date(from)}, ${date(to)})`)).toBe(months);
  });

  it('a leap day has no anniversary on the 28 February', () => {
    expect(shown(`ChronoUnit.YEARS.between(${date('2024-02-29')}, ${date('2025-02-28')})`)).toBe(
      '0',
    );
  });

  it('a day that is not over does not count', () => {
    const between = "LocalDateTime.parse('2024-01-15T05:00'), LocalDateTime.parse";
    expect(shown(`ChronoUnit.MONTHS.between(${between}('2024-02-15T04:00'))`)).toBe('0');
    expect(shown(`ChronoUnit.MONTHS.between(${between}('2024-02-15T05:00'))`)).toBe('1');
  });

  it('a number of units beyond a long is refused', () => {
    const from = 'LocalDateTime.of(1, 1, 1, 0, 0), LocalDateTime.of(2020, 1, 1, 0, 0)';
    expect(faultOf(`return ChronoUnit.NANOS.between(${from})`)).toBe('long overflow');
  });
});

describe('Period', () => {
  it.each([
    ['P2147483647D', 'P2147483647D'],
    ['P0000000001D', 'P1D'],
    ['P-2147483648D', 'P-2147483648D'],
  ])('any int is read: %s', (text, expected) => {
    expect(shown(`Period.parse('${text}')`)).toBe(expected);
  });

  it.each(['P2147483648D', '-P-2147483648D'])('larger numbers are refused: %s', (text) => {
    expect(faultOf(`return Period.parse('${text}')`)).toBe('Text cannot be parsed to a Period');
  });

  it('weeks are days', () => {
    expect(faultOf("return Period.parse('P306783379W')")).toBe('integer overflow');
  });

  it.each(['Period.ofMonths(1).negated()', "Period.parse('-P1M')"])(
    'an int has no negative zero: %s',
    (period) => {
      expect(shown(`(double)${period}.getYears()`)).toBe('0.0');
    },
  );

  it('is added to a year if it has only years', () => {
    expect(shown('Year.of(2020).plus(Period.ofYears(1))')).toBe('2021');
    expect(shown('Year.of(2020).minus(Period.ofYears(1))')).toBe('2019');
    expect(faultOf('return Year.of(2020).plus(Period.ofMonths(12))')).toBe(
      'Unsupported unit: Months',
    );
  });
});

it.each([
  ['LocalDate.of(2020, 1, 1).plus(1, ChronoUnit.ERAS)', 2],
  ['LocalDate.of(2020, 1, 1).plus(2, ChronoUnit.ERAS)', 3],
  ['LocalDateTime.of(2020, 1, 1, 0, 0).minus(2, ChronoUnit.ERAS)', -1],
  ['Year.of(2020).plus(2, ChronoUnit.ERAS)', 3],
  ['YearMonth.of(2020, 1).plus(1, ChronoUnit.ERAS)', 2],
])('there are two eras: %s', (source, era) => {
  expect(faultOf(`return ${source}`)).toBe(`Invalid value for Era (valid values 0 - 1): ${era}`);
});

it('the other era has the same date', () => {
  expect(shown('LocalDate.of(2020, 1, 1).minus(1, ChronoUnit.ERAS)')).toBe('-2019-01-01');
});

it('a MonthDay of the 29 February sets the last day of the month', () => {
  expect(shown('LocalDate.of(2021, 1, 1).with(MonthDay.of(2, 29))')).toBe('2021-02-28');
  expect(shown('LocalDate.of(2024, 1, 1).with(MonthDay.of(2, 29))')).toBe('2024-02-29');
});

it.each(['vv', 'vvv', 'vvvvv'])('a zone without an offset has one or four letters: %s', (text) => {
  expect(faultOf(`return DateTimeFormatter.ofPattern('${text}')`)).toBe(
    'Wrong number of pattern letters: v',
  );
});

describe('DecimalFormat', () => {
  const formatted = (change: string, value: string): unknown =>
    run(`DecimalFormat f = new DecimalFormat(); ${change}; return f.format(${value})`);

  it.each([-1, 128])('a group has 0 to 127 digits, not %s', (size) => {
    expect(faultOf(`new DecimalFormat().setGroupingSize(${size})`)).toBe(
      `newValue is out of valid range. value: ${size}`,
    );
  });

  it.each([0, -1])('whole digits can be left out: %s', (most) => {
    expect(formatted(`f.setMaximumIntegerDigits(${most})`, '1234567.25')).toBe('.25');
  });

  it.each([
    ['f.setMinimumIntegerDigits(500)', '1.5', 413],
    ['f.setMinimumFractionDigits(500)', '1.5', 342],
    ['f.setMinimumFractionDigits(500)', "new BigDecimal('1.5')", 502],
  ])('only big numbers have more digits than a double: %s of %s', (change, value, length) => {
    expect(String(formatted(change, value))).toHaveLength(length);
  });

  it('many digits of a big number are charged to the script', () => {
    expect(() =>
      formatted('f.setMinimumFractionDigits(2000000000)', "new BigDecimal('1.5')"),
    ).toThrow(ApiError);
  });

  it('finds no number before the text', () => {
    const source = "return new DecimalFormat('0.00').parse('1.5', new ParsePosition(-1))";
    expect(run(source)).toBeNull();
  });
});

describe('Locale.LanguageRange', () => {
  const ranges = (text: string): string => `Locale.LanguageRange.parse('${text}')`;

  it.each([
    ['en;q=abc', 'weight="abc" for language range "en"'],
    ['en;q=2', 'weight=2.0 for language range "en". It must be between 0.0 and 1.0.'],
  ])('refuses a wrong weight: %s', (text, fault) => {
    expect(faultOf(`return ${ranges(text)}`)).toBe(fault);
  });

  it('of equal ranges the first counts', () => {
    expect(shown(ranges('en,en;q=0.5,fr'))).toBe('[en, fr]');
  });

  it('equal ranges have the hash code of Java', () => {
    expect(run("return new Locale.LanguageRange('en').hashCode()")).toBe(1072836438);
    expect(run("return new Locale.LanguageRange('en', 0.5).hashCode()")).toBe(1071787862);
  });

  it.each([
    ['de-*', ['de', 'de-DE', 'fr', 'de-Latn-DE', 'DE-ch'], '[de-DE, de-Latn-DE, DE-ch]'],
    ['de-DE', ['de', 'de-Latn-DE', 'de-DE-x-goethe', 'de-DE'], '[de-DE-x-goethe, de-DE]'],
    ['fr,de', ['de', 'DE', 'fr', 'de'], '[fr, de]'],
  ])('filters tags: %s', (text, tags, expected) => {
    expect(shown(`Locale.filterTags(${ranges(text)}, ${JSON.stringify(tags)})`)).toBe(expected);
  });

  it.each([
    ['*-CH', ['de-CH', 'fr'], 'de-CH'],
    ['de-*-CH', ['de-CH', 'fr'], 'de-CH'],
    ['de-*-CH', ['de-AT', 'fr'], 'de-AT'],
    ['zh-Hant-CN-x-private', ['zh', 'zh-Hant'], 'zh-Hant'],
    ['ja', ['fr'], null],
    ['de,de-CH;q=0', ['de'], null],
    ['de-CH,de;q=0', ['de-CH', 'de'], 'de-CH'],
  ])('looks up a tag and ends: %s', (text, tags, expected) => {
    expect(run(`return Locale.lookupTag(${ranges(text)}, ${JSON.stringify(tags)})`)).toBe(expected);
  });
});

describe('an iterator removes the element that it gave last', () => {
  const removal = 'Iterator i = c.iterator(); i.next(); i.hasNext(); i.remove();';

  it.each([
    ['def c = [1, 2, 3]', 'c', '[2, 3]'],
    ["def m = ['a': 1, 'b': 2]; def c = m.keySet()", 'm', '{b=2}'],
    ["def c = new HashSet(['a', 'b'])", 'c', '[b]'],
  ])('after looking ahead: %s', (made, result, expected) => {
    expect(run(`${made}; ${removal} return ${result}.toString()`)).toBe(expected);
  });

  it.each(['i.remove()', 'i.next(); i.remove(); i.remove()'])('once: %s', (steps) => {
    const source = `Iterator i = [1, 2, 3].iterator(); try { ${steps} } catch (IllegalStateException e) { return 'refused' }`;
    expect(run(source)).toBe('refused');
  });

  it('not from a list that has changed', () => {
    const source =
      'def c = [1, 2]; Iterator i = c.iterator(); i.next(); c.add(3); try { i.remove() } catch (ConcurrentModificationException e) { return 1 }';
    expect(run(source)).toBe(1);
  });
});

describe('optionals', () => {
  it('equal ones are one key', () => {
    const source =
      'Set s = new HashSet(); s.add(Optional.of(1)); return s.contains(Optional.of(1))';
    expect(run(source)).toBe(true);
  });

  it('those of other types differ', () => {
    expect(run('return Optional.of(1).equals(OptionalInt.of(1))')).toBe(false);
    expect(run('return OptionalInt.empty().equals(OptionalLong.empty())')).toBe(false);
  });

  it('a double has the hash code of Double', () => {
    expect(run('return OptionalDouble.of(5.5).hashCode()')).toBe(1075183616);
  });
});

describe('sums of doubles carry what rounding loses', () => {
  it.each([
    ['[0.1, 0.2, 0.3].stream().mapToDouble(x -> x).sum()', '0.6'],
    ['[0.1, 0.2, 0.3].stream().collect(Collectors.summingDouble(x -> x))', '0.6'],
    ['[0.1, 0.2, 0.3].stream().collect(Collectors.summarizingDouble(x -> x)).getSum()', '0.6'],
  ])('%s', (source, expected) => {
    expect(shown(source)).toBe(expected);
  });

  const statistics = (steps: string, result: string): unknown =>
    run(
      `DoubleSummaryStatistics s = new DoubleSummaryStatistics(); ${steps} return String.valueOf(s.${result})`,
    );

  it('an infinite sum stays infinite', () => {
    expect(statistics('s.accept(1e308); s.accept(1e308); s.accept(-1e308);', 'getSum()')).toBe(
      'Infinity',
    );
  });

  it('negative zero is less than zero', () => {
    expect(statistics('s.accept(0.0); s.accept(-0.0);', 'getMin()')).toBe('-0.0');
    expect(statistics('s.accept(-0.0); s.accept(0.0);', 'getMax()')).toBe('0.0');
  });

  it.each([
    ['1e21', '1000000000000000000000.000000'],
    ['0.0000005', '0.000001'],
  ])('are printed with six digits behind the point: %s', (value, text) => {
    expect(statistics(`s.accept(${value});`, 'toString()')).toBe(
      `DoubleSummaryStatistics{count=1, sum=${text}, min=${text}, average=${text}, max=${text}}`,
    );
  });
});

describe('builders of text', () => {
  const builder = "StringBuilder s = new StringBuilder('abc'); return String.valueOf(";

  it.each([
    ["s.lastIndexOf('a', -1)", '-1'],
    ["s.lastIndexOf('', -1)", '-1'],
    ["s.lastIndexOf('c', 99)", '2'],
    ["s.indexOf('a', -5)", '0'],
  ])('%s', (expression, expected) => {
    expect(run(`${builder}${expression})`)).toBe(expected);
  });

  it.each(['s.indexOf(null)', 's.lastIndexOf(null, 0)', 's.replace(0, 1, null)'])(
    '%s wants a text',
    (expression) => {
      expect(() => run(`${builder}${expression})`)).toThrow(
        expect.objectContaining({
          cause: expect.objectContaining({ type: 'null_pointer_exception' }),
        }),
      );
    },
  );

  it.each(['s.charAt(9)', 's.deleteCharAt(9)', 's.codePointAt(9)'])('%s', (expression) => {
    expect(faultOf(`${builder}${expression})`)).toBe('index 9, length 3');
  });
});

it.each([
  ["new BigDecimal('0E+1').toEngineeringString()", '0.00E+3'],
  ["new BigDecimal('0E+2').toEngineeringString()", '0.0E+3'],
  ["new BigDecimal('0E+3').toEngineeringString()", '0E+3'],
  ["new BigDecimal('0E-7').toEngineeringString()", '0.0E-6'],
  ["new BigDecimal('0E-8').toEngineeringString()", '0.00E-6'],
  ["new BigDecimal('0.00').toEngineeringString()", '0.00'],
  ["new BigDecimal('1E+2147483647')", '1E+2147483647'],
  ["new BigInteger('18446744073709551616').doubleValue()", '1.8446744073709552E19'],
  ["new BigInteger('18446744073709551617').intValue()", '1'],
  ["new BigInteger('123456789012345678901234567890').floatValue()", '1.2345679E29'],
  ["new BigDecimal('9007199254740993').longValue()", '9007199254740993'],
  ["new BigDecimal('4294967297').intValue()", '1'],
  ["new BigDecimal('-9223372036854775809.7').longValue()", '9223372036854775807'],
  ["new BigDecimal('1e63').longValue()", '-9223372036854775808'],
  ["new BigDecimal('1e70').longValue()", '0'],
  ["new BigDecimal('-1.9').longValue()", '-1'],
  ["new BigDecimal('0.9').longValue()", '0'],
  ["new BigDecimal('1E10').hashCode()", '21'],
  ["new BigDecimal('1.50').hashCode()", '4652'],
  ["new BigInteger('123456789012345678901234567890').hashCode()", '1915528825'],
  ["new BigInteger('-5').hashCode()", '-5'],
  ["new BigInteger('0').hashCode()", '0'],
  ["new BigDecimal('1e999999999').compareTo(new BigDecimal('1'))", '1'],
  ["new BigDecimal('-1e999999999').compareTo(new BigDecimal('1'))", '-1'],
  ["new BigDecimal('-1e9').compareTo(new BigDecimal('-1'))", '-1'],
  ["new BigDecimal('1e5').compareTo(new BigDecimal('100000.00'))", '0'],
  ["new BigDecimal('0e9').compareTo(new BigDecimal('0'))", '0'],
  ["new BigDecimal('1.2').compareTo(new BigDecimal('1.19'))", '1'],
  ["UUID.fromString('1234567890123-1-1-1-1')", '67890123-0001-0001-0001-000000000001'],
  ["UUID.fromString('+1-1-1-1-1')", '00000001-0001-0001-0001-000000000001'],
  ['Comparator.nullsFirst(null).compare(1, 2)', '0'],
  ["String.format('%,d', new def[] {1L})", '1'],
  ["String.format('%,d', new def[] {-123456L})", '-123,456'],
  ["String.format('%,.1f', new def[] {1234567.0})", '1,234,567.0'],
])('%s is %s', (expression, expected) => {
  expect(shown(expression)).toBe(expected);
});

it.each([
  ["new BigDecimal('1E2147483648')", 'Exponent overflow.'],
  ["new BigDecimal('0.01E-2147483647')", 'Scale out of range.'],
  ["new StringBuilder('abc').substring(4)", 'start 4, end 3, length 3'],
  ["new StringBuilder('abc').subSequence(2, 1)", 'start 2, end 1, length 3'],
  ['new Vector([1, 2]).set(7, 7)', 'Array index out of range: 7'],
  ['new Vector([1, 2]).remove(7)', 'Array index out of range: 7'],
  ['Vector v = new Vector([1, 2]); v.add(9, 1)', '9 > 2'],
  ["UUID.fromString('1-1-1-1-g')", 'Error at index 0 in: "g"'],
  ["UUID.fromString('ffffffffffffffff-1-1-1-1')", 'Error at index 15 in: "ffffffffffffffff"'],
  ["UUID.fromString('1-1-1-1')", 'Invalid UUID string: 1-1-1-1'],
  ["UUID.fromString('1111111111111111111111111111111-1-1-1-1')", 'UUID string too large'],
])('%s is refused: %s', (expression, reason) => {
  expect(faultOf(expression)).toBe(reason);
});

it.each([
  'new ArrayDeque([1, null])',
  'BinaryOperator.maxBy(null)',
  'BiFunction same(BiFunction f) { return f } same((a, b) -> a).andThen(null)',
])('%s wants no null', (source) => {
  expect(() => run(source)).toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ type: 'null_pointer_exception' }) }),
  );
});

it('groups the digits of a long number in linear time', () => {
  const source =
    "return String.format('%,d', new def[] {BigInteger.ONE.shiftLeft(900000)}).length()";
  expect(run(source)).toBe(361_235);
});

it.each([
  ['(float) 4611686293305294849L', '4.6116866E18'],
  ['(float) -4611686293305294849L', '-4.6116866E18'],
  ['(float) 4611686293305294848L', '4.611686E18'],
  ['(float) Long.MAX_VALUE', '9.223372E18'],
  ['(float) Long.MIN_VALUE', '-9.223372E18'],
  ['Long.valueOf(4611686293305294849L).floatValue()', '4.6116866E18'],
  ['(float) 9007199254740993L', '9.0071993E15'],
])('%s is rounded once', (expression, text) => {
  expect(shown(expression)).toBe(text);
});

it.each([
  ["String.format('%tY %<tC %<ty', new def[] {LocalDate.of(-5, 1, 1)})", '0006 00 06'],
  ["String.format('%tF', new def[] {LocalDate.of(0, 1, 1)})", '0001-01-01'],
  ["String.format('%tY %<tC %<ty', new def[] {LocalDate.of(12345, 1, 1)})", '12345 123 45'],
])('%s counts the years of the era', (expression, text) => {
  expect(shown(expression)).toBe(text);
});

it.each([
  ['def s = l.subList(1, 3); s.clear(); return l.toString()', '[2, 4]'],
  ['def s = l.subList(1, 3); Collections.sort(s); return l.toString() + s', '[2, 1, 3, 4][1, 3]'],
  ['def s = l.subList(1, 3); s.add(5); s.remove(0); return l.toString() + s', '[2, 1, 5, 4][1, 5]'],
  ['def s = l.subList(1, 3); s.removeIf(x -> x == 3); return l.toString()', '[2, 1, 4]'],
  ['def s = l.subList(1, 3); l.set(1, 8); return s.contains(8) + s.toString()', 'true[8, 1]'],
  [
    'def s = l.subList(1, 4).subList(1, 2); s.add(7); return l.toString() + s',
    '[2, 3, 1, 7, 4][1, 7]',
  ],
  [
    'def v = Collections.unmodifiableList(l); Collections.sort(l); return v.toString()',
    '[1, 2, 3, 4]',
  ],
  ['def v = Collections.unmodifiableCollection(l); l.add(5); return v.size().toString()', '5'],
])('a view of a list shows and makes its changes: %s', (source, expected) => {
  expect(run(`def l = [2, 3, 1, 4]; ${source}`)).toBe(expected);
});

it.each([
  'Collections.sort(Collections.unmodifiableList(l))',
  'Collections.reverse(Collections.unmodifiableList(l))',
  'Collections.unmodifiableCollection(l).removeIf(x -> false)',
  'for (def x : l) { Collections.sort(l) }',
  'def s = l.subList(0, 1); l.add(5); s.size()',
])('%s is refused, and changes nothing it may not', (source) => {
  expect(faultOf(`def l = [2, 3, 1, 4]; ${source}`)).toBe('null');
});

it.each([
  ['Duration.ofMillis(-86399500L).toDays()', '-1'],
  ['Duration.ofMillis(-59500L).toMinutes()', '-1'],
  ['Duration.ofMillis(-500L).toHours()', '0'],
  [
    'Duration.between(LocalDateTime.of(-999999999, 1, 1, 0, 0), LocalDateTime.of(999999999, 1, 1, 0, 0))',
    'PT17531639982456H',
  ],
  [
    'Duration.between(LocalDateTime.of(1, 1, 1, 0, 0, 0, 5), LocalDateTime.of(2020, 1, 1, 0, 0, 0, 7))',
    'PT17698176H0.000000002S',
  ],
  ['new BitSet(200).clone().size()', '256'],
])('%s', (expression, text) => {
  expect(shown(expression)).toBe(text);
});

it.each([
  [
    'Duration.ofSeconds(Long.MAX_VALUE).multipliedBy(2L)',
    'Exceeds capacity of Duration: 18446744073709551614000000000',
  ],
  [
    'Duration.between(LocalDate.of(2020, 1, 1), LocalDate.of(2020, 1, 2))',
    'Unsupported unit: Seconds',
  ],
  ['MonthDay.of(13, 1)', 'Invalid value for MonthOfYear: 13'],
  [
    "new DateTimeFormatterBuilder().appendOffset('+HHMM:ss', 'Z')",
    'Invalid zone offset pattern: +HHMM:ss',
  ],
])('%s fails as in Java', (source, fault) => {
  expect(faultOf(source)).toBe(fault);
});

describe('Character', () => {
  const unit = (call: string, code: number): unknown =>
    run(`return String.valueOf((int)Character.${call}((char)${code}))`);

  it.each([
    ['toLowerCase', 0x130, 0x69],
    ['toUpperCase', 0x1f80, 0x1f88],
    ['toUpperCase', 0x1fb3, 0x1fbc],
    ['toUpperCase', 0xdf, 0xdf],
    ['toTitleCase', 0x1ff3, 0x1ffc],
    ['toTitleCase', 0x10d0, 0x10d0],
    ['toUpperCase', 0x10d0, 0x1c90],
    ['toTitleCase', 0x1c4, 0x1c5],
  ])('%s(%d) is one letter', (call, code, expected) => {
    expect(unit(call, code)).toBe(String(expected));
  });

  it.each([
    [0x216b, 12],
    [0x216c, 50],
    [0x2180, 1000],
    [0x1372, 10],
    [0x3254, 24],
    [0xbd, -2],
    [0x41, 10],
    [0x21, -1],
    [0x4e00, -1],
  ])('the number of %d is %d', (code, number) => {
    expect(shown(`Character.getNumericValue(${code})`)).toBe(String(number));
  });
});

describe('Spliterator', () => {
  it.each([
    ['Spliterators.spliterator([1, 2].iterator(), 10L, 0).estimateSize()', '10'],
    ['Spliterators.spliterator([1, 2].iterator(), 2L, 4096).characteristics()', '4096'],
    ['Spliterators.spliterator([1, 2], 4096).characteristics()', '4096'],
    ['Spliterators.spliterator([1, 2], 0).characteristics()', '16448'],
    ['new TreeMap().entrySet().spliterator().characteristics()', '85'],
    ['new TreeMap().values().spliterator().characteristics()', '80'],
    ['new LinkedHashMap([1: 2]).keySet().spliterator().characteristics()', '16465'],
    ['new HashMap([1: 2]).values().spliterator().characteristics()', '64'],
  ])('%s', (expression, expected) => {
    expect(shown(expression)).toBe(expected);
  });
});

it.each([
  ['1e308, 1.5e308', '-5.0E307'],
  ['7.5, 5.0', '-2.5'],
  ['-7.5, 5.0', '2.5'],
  ['12.5, 5.0', '2.5'],
  ['1.0E-320, 4.9E-324', '0.0'],
])('IEEEremainder(%s)', (operands, expected) => {
  expect(shown(`Math.IEEEremainder(${operands})`)).toBe(expected);
});

describe('casts between characters and texts', () => {
  it('a character that is a def becomes a text', () => {
    expect(run("def c = (char)65; String s = (String)c; return s + '!'")).toBe('A!');
    expect(run('def c = Character.valueOf((char)65); return ((String)c).length()')).toBe(1);
  });

  it('a Character is cast to no text', () => {
    const source = 'Character c = Character.valueOf((char)65); String s = (String)c; return s';
    expect(faultOf(source)).toBe('Cannot cast from [java.lang.Character] to [java.lang.String].');
  });

  it('only a text of one character becomes one', () => {
    expect(shown("(int)(char)(def)'A'")).toBe('65');
    expect(faultOf("def s = 'AB'; char c = (char)s; return c")).toBe(
      'cannot cast java.lang.String with length not equal to one to char',
    );
  });
});
