import fc from 'fast-check';
import {
  AssertionError,
  assert,
  assertNever,
  exactTime,
  expectDefined,
  formatByteSize,
  formatTimeMs,
  isKeyOf,
  nearest,
  PriorityQueue,
  parseByteSize,
  parseTimeMs,
  readTime,
} from './mod.js';

describe('time values', () => {
  it.each([
    ['30s', 30_000],
    ['90m', 5_400_000],
    [' 5 S ', 5000],
    ['+5h', 18_000_000],
    ['1500micros', 1.5],
    ['-01', -1],
    ['00', 0],
    ['500ms', 500],
    ['9223372036854775807ms', 2 ** 63],
    ['-1', -1],
    ['0', 0],
    ['1d', 86_400_000],
  ])('%s', (text, ms) => {
    expect(parseTimeMs(text)).toBe(ms);
  });
  it.each([
    ['5', { kind: 'no_unit' }],
    ['abc', { kind: 'no_unit' }],
    ['1w', { kind: 'no_unit' }],
    ['', { kind: 'no_unit' }],
    ['5M', { kind: 'no_unit' }],
    ['-5s', { kind: 'negative' }],
    ['0.5d', { kind: 'fractional', number: '0.5' }],
    ['1e3s', { kind: 'fractional', number: '1e3' }],
    ['0x1p3s', { kind: 'fractional', number: '0x1p3' }],
    ['9223372036854775808s', { kind: 'fractional', number: '9223372036854775808' }],
    ['-9223372036854775808s', { kind: 'negative' }],
    ['-9223372036854775809s', { kind: 'fractional', number: '-9223372036854775809' }],
    ['xs', { kind: 'no_number', number: 'x' }],
    ['ms', { kind: 'no_number', number: '' }],
    ['NaNs', { kind: 'no_number', number: 'nan' }],
  ])('refuses %p', (text, fault) => {
    expect([readTime(text), parseTimeMs(text)]).toEqual([fault, undefined]);
  });
  it('writes durations that it reads again', () => {
    const times = [1, 999, 1000, 90_000, 5_400_000, 129_600_000, 864_000_000];
    const texts = times.map(exactTime);
    expect(texts).toEqual(['1ms', '999ms', '1s', '90s', '90m', '36h', '10d']);
    expect(texts.map(parseTimeMs)).toEqual(times);
  });
  it('prints the largest unit with one decimal', () => {
    expect([0, -1, 90_000, 230, 5_400_000].map(formatTimeMs)).toEqual([
      '0s',
      '-1',
      '1.5m',
      '230ms',
      '1.5h',
    ]);
  });
});

describe('byte sizes', () => {
  it('reads and prints', () => {
    expect(['10kb', '1.5gb', '512b', '-1', '5m'].map(parseByteSize)).toEqual([
      10_240, 1_610_612_736, 512, -1, 5_242_880,
    ]);
    expect([0, 283, 1260, 1024 ** 2].map(formatByteSize)).toEqual(['0b', '283b', '1.2kb', '1mb']);
    expect(parseByteSize('ten')).toBeUndefined();
  });
});

describe('PriorityQueue', () => {
  it('keeps the largest of any stream, best first', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 0, max: 20 }), (values, capacity) => {
        const queue = new PriorityQueue<number>(capacity, (a, b) => a < b);
        for (const value of values) queue.offer(value);
        expect(queue.drain()).toEqual([...values].sort((a, b) => b - a).slice(0, capacity));
      }),
    );
  });
});

test('a queue keeps the best, and tells its worst', () => {
  const none = new PriorityQueue<number>(0, (a, b) => a < b);
  expect([none.offer(1), none.size, none.full, none.top(), none.pop()]).toEqual([
    false,
    0,
    true,
    undefined,
    undefined,
  ]);
  const two = new PriorityQueue<number>(2, (a, b) => a < b);
  expect([two.offer(5), two.full, two.offer(3), two.full, two.top()]).toEqual([
    true,
    false,
    true,
    true,
    3,
  ]);
  expect([two.offer(3), two.offer(2), two.top()]).toEqual([false, false, 3]);
  expect([two.offer(4), two.size, two.pop(), two.size, two.pop(), two.pop()]).toEqual([
    true,
    2,
    4,
    1,
    5,
    undefined,
  ]);
});

test('an invariant that does not hold is a fault of ours', () => {
  expect(() => assert(1, 'fine')).not.toThrow();
  expect(() => assert('', 'broken')).toThrow(new AssertionError('broken'));
  for (const value of [0, '', false]) expect(expectDefined(value, 'lost')).toBe(value);
  for (const nothing of [undefined, null]) {
    expect(() => expectDefined(nothing, 'lost')).toThrow(new AssertionError('lost'));
  }
  const other = 'x' as never;
  expect(() => assertNever(other, 'kind')).toThrow('unexpected kind: x');
});

describe('nearest', () => {
  it('finds the likeliest word first', () => {
    expect(nearest('trak_total_hits', ['size', 'track_total_hits', 'track_scores'])).toEqual([
      'track_total_hits',
    ]);
  });
});

test('a unit of bytes is 1024 times the one before, by its short and its long name', () => {
  const names = ['', 'k', 'm', 'g', 't', 'p'];
  names.forEach((name, at) => {
    expect(parseByteSize(`3${name}b`)).toBe(3 * 1024 ** at);
    if (name !== '') expect(parseByteSize(`1.5${name}`)).toBe(1.5 * 1024 ** at);
    expect(formatByteSize(1024 ** at)).toBe(`1${name}b`);
    if (at > 0) expect(formatByteSize(1024 ** at - 1)).not.toBe(`1${name}b`);
  });
});

test('each unit of time is read, and written from its size on', () => {
  const sizes = {
    nanos: 1e-6,
    micros: 1e-3,
    ms: 1,
    s: 1000,
    m: 60_000,
    h: 3_600_000,
    d: 86_400_000,
  };
  for (const [unit, ms] of Object.entries(sizes)) {
    expect(parseTimeMs(`2${unit}`)).toBe(2 * ms);
    expect(formatTimeMs(ms)).toBe(`1${unit}`);
    expect(formatTimeMs(ms * 0.999)).not.toBe(`1${unit}`);
    expect(readTime(`0${unit}`)).toEqual({ ms: 0 });
  }
});

test('a table has the names that are keys of its own', () => {
  const table = { min: 1, max: 2 };
  expect(
    ['min', 'max', 'avg', 'toString', '__proto__'].filter((name) => isKeyOf(table, name)),
  ).toEqual(['min', 'max']);
});
