/** Tests the values that parameters of fields take, at both sides of their limits. */
import type { JsonObject } from '@skein/content';
import { failureOf, mappingOf } from '../../testdata/mapping_fixture.js';

const faults = (parameters: JsonObject) => failureOf(() => mappingOf({ f: parameters })).join();
const keyword = (parameters: JsonObject) => faults({ type: 'keyword', ...parameters });

test.each([true, false, 'true', 'false'])('a flag may be %j', (value) => {
  expect(keyword({ index: value })).toBe('');
});

test.each([1, 0, 'yes', 'TRUE', '', null])('a flag may not be %j', (value) => {
  expect(keyword({ index: value })).not.toBe('');
});

test.each([
  [2_147_483_647, 2_147_483_648, 'integer overflow'],
  [5, 5.5, '5.5 is not an integer value'],
  ['5', '5x', 'For input string: "5x"'],
  ['+5', '', 'For input string: ""'],
  ['-5', '2147483648', 'For input string: "2147483648"'],
])('an integer may be %j and not %j', (good, bad, reason) => {
  expect(keyword({ ignore_above: good })).toBe('');
  expect(keyword({ ignore_above: bad })).toContain(reason);
});

test.each([
  [1.5, '', 'empty String'],
  ['2', 'x', 'For input string: "x"'],
  ['1e3', true, 'For input string: "true"'],
  ['2f', '0x10', 'For input string: "0x10"'],
  [' 2.5 ', ' ', 'empty String'],
  ['1', 'NaN', 'For input string: "NaN"'],
])('a decimal may be %j and not %j', (good, bad, reason) => {
  expect(keyword({ boost: good })).toBe('');
  expect(keyword({ boost: bad })).toContain(reason);
});

test('a choice is one of its words', () => {
  expect(keyword({ index_options: 'freqs' })).toBe('');
  expect(keyword({ index_options: 'positions' })).toContain(
    'Unknown value [positions] for field [index_options] - accepted values are [docs, freqs]',
  );
});

describe('metadata', () => {
  const meta = (value: JsonObject | string | readonly string[]) =>
    keyword({ meta: value as JsonObject });
  const entries = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v']));

  test('has five entries at most', () => {
    expect(meta(entries(5))).toBe('');
    expect(meta(entries(6))).toContain(
      "[meta] can't have more than 5 entries, but got 6 on field [f]",
    );
  });

  test('has keys of 20 characters and values of 500 at most', () => {
    const longest = 'x'.repeat(20);
    expect(meta({ [longest]: 'y'.repeat(500) })).toBe('');
    expect(meta({ [`${longest}x`]: 'y' })).toContain(
      `[meta] keys can't be longer than 20 chars, but got [${longest}x] for field [f]`,
    );
    expect(meta({ k: 'y'.repeat(501) })).toContain(
      "[meta] values can't be longer than 500 chars, but got [yyy",
    );
  });

  test.each([
    ['text', '[meta] must be an object, got String[text] for field [f]'],
    [['a'], '[meta] must be an object, got ArrayList[[a]] for field [f]'],
    [{ k: null }, "[meta] values can't be null (field [f])"],
    [{ k: 5 }, '[meta] values can only be strings, but got Integer[5] for field [f]'],
    [{ k: 2 ** 31 }, '[meta] values can only be strings, but got Long[2147483648] for'],
    [{ k: 0.5 }, '[meta] values can only be strings, but got Double[0.5] for field [f]'],
    [{ k: true }, '[meta] values can only be strings, but got Boolean[true] for field [f]'],
    [{ k: {} }, '[meta] values can only be strings, but got HashMap[{}] for field [f]'],
  ])('%j is refused', (value, reason) => {
    expect(meta(value as JsonObject)).toContain(reason);
  });
});

test.each([
  [{}, 'Field [scaling_factor] is required'],
  [{ scaling_factor: 0 }, '[scaling_factor] must be a positive number, got [0.0]'],
  [{ scaling_factor: -1 }, '[scaling_factor] must be a positive number, got [-1.0]'],
])('a scaled_float with %j is refused', (parameters, reason) => {
  expect(faults({ type: 'scaled_float', ...parameters })).toContain(reason);
  expect(faults({ type: 'scaled_float', scaling_factor: 0.5 })).toBe('');
});

test.each([
  [{ min_chars: 'abc' }, 'For input string: "abc"'],
  [{ min_chars: 2.5 }, '2.5 is not an integer value'],
  [{ max_chars: '7.5' }, 'For input string: "7.5"'],
])('the lengths of indexed prefixes are integers: %j', (lengths, reason) => {
  expect(faults({ type: 'text', index_prefixes: lengths })).toContain(reason);
  expect(faults({ type: 'text', index_prefixes: { min_chars: '3', max_chars: null } })).toBe('');
});

test.each([{ index_options: 'docs' }, { index_options: 'freqs' }, { index: false }])(
  'a gap between positions needs positions: %j',
  (options) => {
    expect(faults({ type: 'text', position_increment_gap: 5, ...options })).toContain(
      'Cannot set position_increment_gap on field [f] without positions enabled',
    );
    expect(faults({ type: 'text', ...options })).toBe('');
  },
);

test.each(['integer', 'long', 'byte'])('the null value of [%s] has no fraction', (type) => {
  for (const value of [1.5, '1.5']) {
    expect(faults({ type, null_value: value })).toContain('Value [1.5] has a decimal part');
  }
  expect(faults({ type, null_value: '2.0' })).toBe('');
});
