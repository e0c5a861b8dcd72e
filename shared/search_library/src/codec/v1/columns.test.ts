import fc from 'fast-check';
import { fieldSpec } from '../../index/testing/field_spec.js';
import { decodeFieldLength } from '../../search/similarity/field_length.js';
import { hasBit } from '../bit_set.js';
import { encodeFieldLength } from './field_length.js';
import { encodeLatitude, encodeLongitude } from './geo_column.js';
import { NumberColumnBuilder, NumberColumnReader } from './number_column.js';
import { SortedPoints } from './points.js';
import { PART } from './segment_file.js';
import { openPartOf } from './testing/open_part.js';

test('field lengths: exact below 40, then rounded down within an eighth, the greatest is code 255', () => {
  for (let length = 0; length < 40; length++) {
    expect(decodeFieldLength(encodeFieldLength(length))).toBe(length);
  }
  expect(encodeFieldLength(2 ** 31 - 1)).toBe(255);
  fc.assert(
    fc.property(fc.nat(2 ** 31 - 1), fc.nat(1000), (length, more) => {
      const decoded = decodeFieldLength(encodeFieldLength(length));
      expect(decoded).toBeLessThanOrEqual(length);
      expect(length - decoded).toBeLessThanOrEqual(length / 8);
      const longer = Math.min(length + more, 2 ** 31 - 1);
      expect(encodeFieldLength(longer)).toBeGreaterThanOrEqual(encodeFieldLength(length));
    }),
  );
});

test('geo cells: the corner is at or below the point, less than one step away; the poles stay on the map', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      (lat, lon) => {
        expect(Math.abs(lat - (encodeLatitude(lat) * 180) / 2 ** 32)).toBeLessThan(4.2e-8);
        expect(Math.abs(lon - (encodeLongitude(lon) * 360) / 2 ** 32)).toBeLessThan(8.4e-8);
      },
    ),
  );
  expect([encodeLatitude(90), encodeLongitude(180)]).toEqual([2 ** 31 - 1, 2 ** 31 - 1]);
  expect([encodeLatitude(-90), encodeLongitude(-180)]).toEqual([-(2 ** 31), -(2 ** 31)]);
});

type Values = readonly (number | bigint)[];

function build(docs: readonly Values[], integral: boolean) {
  const builder = new NumberColumnBuilder();
  docs.forEach((values, doc) => {
    for (const value of values) builder.add(doc, value);
  });
  const parts = builder.finish(docs.length, { integral, points: true });
  const spec = fieldSpec('n', { column: 'long', points: true });
  const { part, fileBytes } = openPartOf({ docCount: docs.length, fields: [{ spec, parts }] });
  const column = new NumberColumnReader(part('n', PART.numbers));
  const points = new SortedPoints(part('n', PART.points), column);
  return { column, points, bytes: fileBytes };
}

const compare = (a: number | bigint, b: number | bigint) => (a < b ? -1 : a > b ? 1 : 0);
const documents = (value: fc.Arbitrary<number | bigint>, most: number) =>
  fc.array(fc.array(value, { maxLength: most }), { minLength: 1, maxLength: 40 });

const integers = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer().map((n) => n * 3600_000),
  fc.maxSafeInteger(),
);
const longs = fc.oneof(integers, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }));
const unsigned = fc.oneof(fc.nat(9), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }));
const doubles = fc.oneof(
  fc.float({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constant(-0),
);

test.each([
  ['small or stepped integers', integers, true],
  ['64-bit integers', longs, true],
  ['unsigned 64-bit integers', unsigned, true],
  ['doubles', doubles, false],
] as const)('%s come back exactly and answer ranges', (_name, value, integral) => {
  const both = fc.oneof(documents(value, 1), documents(value, 3));
  fc.assert(
    fc.property(both, fc.array(fc.tuple(value, value)), (docs, ranges) => {
      const { column, points } = build(docs, integral);
      const single = docs.every((values) => values.length <= 1);
      const { slots } = column;
      expect(slots !== undefined).toBe(single && !column.wide);
      docs.forEach((values, doc) => {
        const sorted = [...values].sort(compare);
        expect(column.valueCount(doc)).toBe(values.length);
        expect(column.has(doc)).toBe(values.length > 0);
        if (integral) {
          expect(sorted.map((_, i) => column.exact(doc, i))).toEqual(sorted.map(BigInt));
        }
        const found = sorted.map((_, i) => column.value(doc, i));
        if (integral) expect(found).toEqual(sorted.map((v) => Number(v) + 0));
        else expect(found.map((v) => v + 0)).toEqual(sorted.map((v) => Number(v) + 0));
        if (slots === undefined) return;
        const present = slots.presence === null || hasBit(slots.presence, doc);
        expect(present).toBe(values.length > 0);
        if (present) expect(slots.min + slots.gcd * slots.raw[doc] + 0).toBe(found[0] + 0);
      });
      const all = docs.flatMap((values, doc) => values.map((v) => ({ v, doc })));
      const near = all.map(({ v }) => Number(v));
      const bounds = Array.from(column.blockBounds, (bound) => bound + 0);
      expect(bounds).toEqual([Math.min(...near) + 0, Math.max(...near) + 0]);
      expect(points.count).toBe(all.length);
      expect(points.docCount).toBe(docs.filter((values) => values.length > 0).length);
      for (const [lower, upper] of ranges) {
        const expected = all.filter(({ v }) => v >= lower && v <= upper);
        expect(points.countRange(lower, upper)).toBe(expected.length);
        const visited: number[] = [];
        points.visitRange(lower, upper, (doc) => visited.push(doc));
        expect(visited.sort((a, b) => a - b)).toEqual(expected.map(({ doc }) => doc));
      }
    }),
  );
});

test('narrow forms are used: a thousand days in milliseconds take two bytes each', () => {
  const day = 86_400_000;
  const days = Array.from({ length: 1000 }, (_, i) => [1_600_000_000_000 + i * day]);
  expect(build(days, true).bytes).toBeLessThan(1000 * (2 + 2 + 4) + 400);
});

test.each([
  [255, 1],
  [256, 2],
  [65_535, 2],
  [65_536, 4],
  [2 ** 32 - 1, 4],
  [2 ** 32, 8],
])('a range of %i takes %i bytes a value, wherever its ends are', (range, width) => {
  const bytesOf = (ends: readonly number[]) => {
    const values = [...ends, ...Array.from({ length: 998 }, (_, i) => -7 + (i & 1))];
    const [first, last] = [values, values.toReversed()].map((each) => {
      const { column, bytes } = build(
        each.map((value) => [value]),
        true,
      );
      expect(each.map((_value, doc) => column.value(doc, 0))).toEqual(each);
      return bytes;
    });
    expect(first).toBe(last);
    return first ?? Number.NaN;
  };
  const narrow = bytesOf([-6, -7]);
  for (const ends of [
    [range - 7, -7],
    [-7, range - 7],
  ]) {
    expect(bytesOf(ends) - narrow).toBe(1000 * (width - 1));
  }
});
