import fc from 'fast-check';
import { KeyTable } from './key_table.js';

interface Key {
  readonly owner: number;
  readonly low: number;
  readonly high: number;
}

/** Keys whose owners and upper words are mostly 0. */
const key = fc.record({
  owner: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.nat({ max: 3 })),
  low: fc.oneof(fc.nat({ max: 400 }), fc.nat({ max: 0xffffffff })),
  high: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.nat({ max: 0xffffffff })),
});
const narrow = fc.record({
  owner: fc.constant(0),
  low: fc.nat({ max: 0xffffffff }),
  high: fc.constant(0),
});
const blocks = fc.array(
  fc.oneof(fc.array(narrow, { maxLength: 400 }), fc.array(key, { maxLength: 400 })),
  { maxLength: 6 },
);

const textOf = ({ owner, low, high }: Key) => `${owner} ${low} ${high}`;

/** Assigns all keys in one call. Owners are by row, and the last document has the first row. */
function assignAll(table: KeyTable, keys: readonly Key[]): number[] {
  const buckets = new Uint32Array(keys.length);
  const last = keys.length - 1;
  const owned = {
    rows: Uint32Array.from(keys, (_, i) => last - i),
    owners: Uint32Array.from(keys, (_, i) => (keys[last - i] as Key).owner),
    lows: Uint32Array.from(keys, ({ low }) => low),
    highs: Uint32Array.from(keys, ({ high }) => high),
    count: keys.length,
  };
  table.assign(owned, buckets);
  return [...buckets];
}

test('keys are numbered as they are met, many at a time as one by one, whatever the table was before', () => {
  const [table, single] = [new KeyTable(), new KeyTable()];
  fc.assert(
    fc.property(blocks, (given) => {
      const known = new Map<string, number>();
      for (const keys of given) {
        const expected = keys.map((each) => {
          const text = textOf(each);
          if (!known.has(text)) known.set(text, known.size);
          return known.get(text);
        });
        expect(assignAll(table, keys)).toEqual(expected);
        const found = keys.map(({ owner, low, high }) => single.bucket(owner, low, high));
        expect(found).toEqual(expected);
      }
      for (const each of [table, single]) {
        expect(each.size).toBe(known.size);
        for (const [text, bucket] of known) {
          const owner = each.knownOwners?.[bucket] ?? 0;
          expect(textOf({ owner, low: each.lows[bucket], high: each.high(bucket) })).toBe(text);
          const [o = 0, low = 0, high = 0] = text.split(' ').map(Number);
          expect(each.find(o, low, high)).toBe(bucket);
        }
        expect(each.find(4, 1, 0)).toBe(-1);
        expect([...each.owners.subarray(0, each.size)].every((owner) => owner <= 3)).toBe(true);
        each.letGo();
        expect(each.size).toBe(0);
      }
    }),
  );
});
