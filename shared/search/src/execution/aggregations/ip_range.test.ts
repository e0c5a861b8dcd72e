/** Compares `ip_range` with a model that examines each range, and tests how networks are shown. */
import { type JsonObject, stringifyJson } from '@skein/content';
import fc from 'fast-check';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const MAPPING = mappingOf({ ip: 'ip' });

function bucketsOf(addresses: readonly string[], ranges: readonly JsonObject[]) {
  const documents = addresses.map((ip) => ({ ip }));
  const index = new TestIndex({ mapping: MAPPING, documents });
  const answer = index.answer({ size: 0, aggs: { a: { ip_range: { field: 'ip', ranges } } } });
  const { aggregations } = JSON.parse(stringifyJson(answer)) as {
    aggregations: { a: { buckets: { key: string; doc_count: number }[] } };
  };
  return aggregations.a.buckets;
}

test('a network that begins at the least address, or ends at the greatest, has no bound there', () => {
  const masks = ['::/1', '::/0', '8000::/1', '0.0.0.0/0', '10.0.0.0/30'];
  const ranges = masks.map((mask) => ({ mask }));
  expect(bucketsOf(['10.0.0.1'], ranges)).toEqual([
    { key: '::/1', to: '8000::', doc_count: 1 },
    { key: '::/0', doc_count: 1 },
    { key: '0.0.0.0/0', from: '0.0.0.0', to: '::1:0:0:0', doc_count: 1 },
    { key: '10.0.0.0/30', from: '10.0.0.0', to: '10.0.0.4', doc_count: 1 },
    { key: '8000::/1', from: '8000::', doc_count: 0 },
  ]);
});

const BYTE = fc.integer({ min: 0, max: 9 });
const BOUND = fc.option(BYTE, { nil: undefined });
const addressOf = (byte: number) => `10.0.0.${byte}`;

test('a document is in each range that has its address', () => {
  const ranges = fc.array(fc.record({ from: BOUND, to: BOUND }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(BYTE, { maxLength: 20 }), ranges, (bytes, drawn) => {
      const given = drawn.map(({ from, to }, at) => ({
        key: String(at),
        ...(from === undefined ? {} : { from: addressOf(from) }),
        ...(to === undefined ? {} : { to: addressOf(to) }),
      }));
      const counts = new Map(
        bucketsOf(bytes.map(addressOf), given).map(({ key, doc_count }) => [key, doc_count]),
      );
      drawn.forEach(({ from = -1, to = 256 }, at) => {
        const expected = bytes.filter((byte) => byte >= from && byte < to).length;
        expect(counts.get(String(at))).toBe(expected);
      });
    }),
  );
});
