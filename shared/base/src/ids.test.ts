import fc from 'fast-check';
import { base64Url, randomDocumentId, randomId } from './ids.js';
import { seededRandom } from './seeded_random.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** RFC 4648 §5 without padding, by the bits of a number. */
function expected(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,6}/g) ?? [];
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(6, '0'), 2)]).join('');
}

test('bytes are written in base64url without padding', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20 }), (bytes) => {
      expect(base64Url(bytes)).toBe(expected(bytes));
    }),
  );
});

test('ids have as many random bits as they say', () => {
  const asked: number[] = [];
  const random = {
    next: () => 0,
    bytes: (count: number) => {
      asked.push(count);
      return new Uint8Array(count).fill(0xff);
    },
  };
  expect(randomId(random)).toBe(`${'_'.repeat(21)}w`);
  expect(randomDocumentId(random)).toBe('_'.repeat(20));
  expect(asked).toEqual([16, 15]);
});

test('one seed gives one sequence of mulberry32', () => {
  const numbers = (seed: number) => {
    const next = seededRandom(seed);
    return [next(), next(), next()].map((number) => number * 2 ** 32);
  };
  expect(numbers(1)).toEqual([2_693_262_067, 11_749_833, 2_265_367_787]);
  expect(numbers(12_345)).toEqual([4_207_900_869, 1_317_490_944, 2_079_646_450]);
});
