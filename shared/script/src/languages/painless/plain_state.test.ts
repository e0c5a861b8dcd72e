/**
 * States of scripts as plain data: values survive the round trip, and values that cannot be
 * serialized are refused.
 */
import { decodePlain, encodePlain } from '@skein/bytes';
import { JDouble, JList, JMap, textOf, type Value } from '@skein/java';
import fc from 'fast-check';
import { holdsItself, retainedBytes } from './container_walk.js';
import { compilePainless } from './painless.js';
import { fromPlainState, type PlainState, toPlainState } from './plain_state.js';

const SIGNATURE = { variables: [], returns: 'java.lang.Object' };
const made = (source: string): Value => compilePainless(source, SIGNATURE).run() as Value;

function sent(value: Value): Value {
  return fromPlainState(decodePlain(encodePlain(toPlainState(value, 'combined'))) as PlainState);
}

/** The text of a value, including the type of each number. */
function shown(value: Value): string {
  if (value instanceof JMap) {
    return `${value.className}{${value.keys().map((key) => `${textOf(key)}=${shown(value.get(key))}`)}}`;
  }
  if (value instanceof JList) return `[${value.items.map(shown)}]`;
  const kind = value === null ? 'null' : typeof value === 'object' ? value.className : typeof value;
  return `${kind} ${textOf(value)}`;
}

const values: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constant(null),
    fc.boolean(),
    fc.string({ unit: 'binary' }),
    fc.integer(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.double().map((value) => new JDouble(value)),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => new JList(items)),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }).map((entries) => {
      const map = new JMap('java.util.LinkedHashMap');
      for (const [key, value] of Object.entries(entries)) map.put(key, value);
      return map;
    }),
  ),
})).value;

test('values come back as they went, with the kinds of their numbers', () => {
  fc.assert(
    fc.property(values, (value) => {
      expect(shown(sent(value))).toBe(shown(value));
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['(byte)5', 'java.lang.Byte 5'],
  ['(short)6', 'java.lang.Short 6'],
  ['1.5f', 'java.lang.Float 1.5'],
  ["new BigInteger('12345678901234567890')", 'java.math.BigInteger 12345678901234567890'],
  [
    "ZonedDateTime.parse('2024-03-31T02:30:00+02:00[Europe/Berlin]')",
    'java.time.ZonedDateTime 2024-03-31T01:30+01:00[Europe/Berlin]',
  ],
  ['new Date(5L).getTime()', 'bigint 5'],
  [
    "Map m = new TreeMap(); m.put('b', 1); m.put('a', 2L); m",
    'java.util.TreeMap{a=bigint 2,b=number 1}',
  ],
])('%s arrives', (source, expected) => {
  const body = source.includes(';') ? source.replace(/ m$/, ' return m') : `return ${source}`;
  expect(shown(sent(made(body)))).toBe(expected);
});

test('arrays and sets arrive as what they are', () => {
  const source =
    "Set s = new TreeSet(); s.add('b'); s.add('a'); return [new long[] {5L}, new double[] {1.5}, new Object[] {1, 'z'}, s]";
  const [longs, doubles, objects, set] = (sent(made(source)) as JList).items as {
    className: string;
    items?: unknown;
    toArray?: () => Value[];
  }[] as [
    { items: unknown },
    { items: unknown },
    { className: string; items: unknown },
    { className: string; toArray: () => Value[] },
  ];
  expect([longs.items, doubles.items, objects.items]).toEqual([[5n], [1.5], [1, 'z']]);
  expect(objects.className).toBe('java.lang.Object[]');
  expect([set.className, set.toArray()]).toEqual(['java.util.TreeSet', ['a', 'b']]);
});

test.each([
  ["return 'c'.charAt(0)", 'java.lang.Character', 'class java.lang.Character'],
  ['return new short[] {1}', 'short[]', 'class [S'],
  ['return [new boolean[] {true}]', 'boolean[]', 'class [Z'],
  ["return new BigDecimal('1.5')", 'java.math.BigDecimal', 'class java.math.BigDecimal'],
  ['return new ArrayDeque()', 'java.util.ArrayDeque', 'class java.util.ArrayDeque'],
  ['return LocalDate.of(2024, 1, 1)', 'java.time.LocalDate', 'class java.time.LocalDate'],
])('%s is refused', (source, combined, reduced) => {
  const value = made(source);
  expect(() => toPlainState(value, 'combined')).toThrow(
    `Cannot write type [${combined}] to stream`,
  );
  expect(() => toPlainState(value, 'reduced')).toThrow(`can not write type [${reduced}]`);
});

test('keys of maps have to be texts', () => {
  expect(() => toPlainState(made('return [1: 2]'), 'combined')).toThrow(
    'class java.lang.Integer cannot be cast to class java.lang.String',
  );
  expect(() => toPlainState(made('return [null: 2]'), 'combined')).toThrow('"str" is null');
});

test('a value that holds itself is found, one that holds another twice is not', () => {
  expect(holdsItself(made('Map m = [:]; m.a = [1, [m]]; return m'))).toBe(true);
  expect(holdsItself(made('List l = [1]; return [l, l, [l]]'))).toBe(false);
  expect(holdsItself(made("return 'x'"))).toBe(false);
});

test('a state nested without end is refused, not recursed into', () => {
  const deep = made('List l = []; for (int i = 0; i < 3000; i++) l = [l]; return l');
  expect(holdsItself(deep)).toBe(false);
  expect(() => toPlainState(deep, 'combined')).toThrow('nested no deeper than [500]');
});

test('what values keep grows with them, and counts once', () => {
  const bytes = (source: string): number => retainedBytes([made(source)]);
  expect(bytes("return ['abcdefgh']")).toBeGreaterThan(bytes("return ['a']"));
  expect(bytes('List l = [1, 2, 3, 4]; return [l, l]')).toBeLessThan(
    bytes('return [[1, 2, 3, 4], [1, 2, 3, 4]]'),
  );
  expect(
    bytes('Map m = [:]; for (int i = 0; i < 1000; i++) m[i + ""] = i; return m'),
  ).toBeGreaterThan(60_000);
});
