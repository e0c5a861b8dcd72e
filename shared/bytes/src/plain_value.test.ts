import fc from 'fast-check';
import { decodePlain, decodePlainViews, encodePlain } from './plain_value.js';

const anything = fc.anything({
  withBigInt: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withNullPrototype: false,
  withSparseArray: false,
});

test('plain data comes back as it went', () => {
  fc.assert(
    fc.property(anything, (value) => {
      expect(decodePlain(encodePlain(value))).toStrictEqual(value);
    }),
  );
});

test('what JSON and MessagePack lose', () => {
  const value = {
    absent: undefined,
    long: 2n ** 63n - 1n,
    least: -(2n ** 63n),
    nan: Number.NaN,
    zero: -0,
    safe: Number.MAX_SAFE_INTEGER,
    lone: 'a\ud800b',
    map: new Map<unknown, unknown>([[1, { a: 1 }]]),
    '\ud800': 1,
  };
  expect(decodePlain(encodePlain(value))).toStrictEqual(value);
});

test('a key __proto__ is an ordinary key', () => {
  const value: unknown = JSON.parse('{"__proto__": {"a": 1}, "b": 2}');
  const back = decodePlain(encodePlain(value)) as object;
  expect(Object.keys(back)).toEqual(['__proto__', 'b']);
  expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
  expect(JSON.stringify(back)).toBe(JSON.stringify(value));
  expect(Object.getOwnPropertyDescriptors(back)).toEqual(Object.getOwnPropertyDescriptors(value));
});

test('members of two bytes each come back, the last of the bytes', () => {
  const members = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, true]));
  const list = [members, { ...members, k0: false }];
  expect(decodePlain(encodePlain(list))).toStrictEqual(list);
});

test('a typed array comes back in memory of its own', () => {
  const [bytes] = decodePlain(encodePlain([new Uint8Array([1, 2, 3]).subarray(1)])) as [Uint8Array];
  expect(bytes).toEqual(new Uint8Array([2, 3]));
  expect(bytes.buffer.byteLength).toBe(2);
});

test('long bytes are views for a caller that wants them, short ones and numbers are not', () => {
  const value = [new Uint8Array(4096).fill(7), new Uint8Array(4095).fill(8), new Int8Array(5000)];
  const bytes = encodePlain(value);
  const back = decodePlainViews(bytes) as readonly (Uint8Array | Int8Array)[];
  expect(back).toStrictEqual(value);
  expect(back.map(({ buffer }) => buffer === bytes.buffer)).toEqual([true, false, false]);
});

test('it does not matter where the bytes came from', () => {
  const value = [1, Uint32Array.of(7, 8), Float64Array.of(0.5)];
  const received = Buffer.concat([Buffer.from('abc'), encodePlain(value)]).subarray(3);
  const back = decodePlain(received) as unknown[];
  expect(back).toStrictEqual(value);
  expect((back[1] as Uint32Array).buffer.byteLength).toBe(8);
});

test('member names are written once', () => {
  const hits = Array.from({ length: 100 }, (_, doc) => ({ longName: doc, otherName: doc }));
  expect(encodePlain(hits).length).toBeLessThan(100 * 10);
});

test('what is no plain data is refused', () => {
  class Thing {}
  for (const value of [() => 1, Symbol('a'), new Thing(), new Date(0)]) {
    expect(() => encodePlain({ value })).toThrow(TypeError);
  }
});

test('damaged bytes are refused, whatever they are', () => {
  fc.assert(
    fc.property(anything, fc.nat(), fc.integer({ min: 1, max: 255 }), (value, at, change) => {
      const bytes = encodePlain(value);
      const place = at % bytes.length;
      bytes[place] = (bytes[place] ?? 0) ^ change;
      try {
        decodePlain(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
  );
  expect(() => decodePlain(new Uint8Array([1, 1]))).toThrow(RangeError);
  expect(() => decodePlain(new Uint8Array([9, 0xff, 0xff, 0xff, 0x7f]))).toThrow(RangeError);
});

test('what is nested too deeply is refused', () => {
  let value: unknown = 1;
  for (let i = 0; i < 2_000; i++) value = [value];
  const deepest = encodePlain(value);
  expect(decodePlain(deepest)).toStrictEqual(value);
  expect(() => encodePlain([value])).toThrow('nested deeper than [2000]');
  const around = encodePlain([1]).subarray(0, -encodePlain(1).length);
  const deeper = Buffer.concat([around, deepest]);
  expect(() => decodePlain(deeper)).toThrow('nested deeper than [2000]');
});
