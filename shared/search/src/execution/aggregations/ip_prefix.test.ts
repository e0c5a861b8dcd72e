/** Compares `ip_prefix` with a model that masks each address bit by bit. */
import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import fc from 'fast-check';
import { TestIndex } from '../../testing/test_index.js';

type Address = readonly [number, number, number, number];

function answered(documents: readonly JsonObject[], options: JsonObject): JsonObject {
  const index = new TestIndex({
    mapping: { properties: { ip: { type: 'ip' }, k: { type: 'keyword' } } },
    documents,
  });
  const answer = index.answer({ size: 0, aggs: { a: { ip_prefix: { field: 'ip', ...options } } } });
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  return (JSON.parse(stringifyJson(answer.aggregations)) as { a: JsonObject }).a;
}

const byte = fc.constantFrom(0, 1, 127, 128, 255);
const documents = fc.array(fc.array(fc.tuple(byte, byte, byte, byte), { maxLength: 3 }), {
  maxLength: 12,
});

function network(address: Address, length: number): string {
  const bits = address.map((each) => each.toString(2).padStart(8, '0')).join('');
  const kept = bits.slice(0, length).padEnd(32, '0');
  return [0, 8, 16, 24].map((at) => Number.parseInt(kept.slice(at, at + 8), 2)).join('.');
}

test('documents are counted by the networks of their addresses', () => {
  fc.assert(
    fc.property(documents, fc.integer({ min: 0, max: 32 }), (docs, length) => {
      const counts = new Map<string, number>();
      for (const addresses of docs) {
        for (const key of new Set(addresses.map((each) => network(each, length)))) {
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
      }
      const { buckets } = answered(
        docs.map((addresses) => ({ ip: addresses.map((each) => each.join('.')) })),
        { prefix_length: length, keyed: true },
      );
      const netmask = network([255, 255, 255, 255], length);
      const expected = [...counts].map(([key, count]) => [
        key,
        { is_ipv6: false, doc_count: count, prefix_length: length, netmask },
      ]);
      expect(buckets).toEqual(Object.fromEntries(expected));
    }),
    { numRuns: 60 },
  );
});

test('IPv6 addresses are counted apart, in order, those of few documents left out', () => {
  const docs = ['2001:db8:a::1', '2001:db8:a::2', '2001:db8:9::1', '10.0.0.1'].map((ip) => ({
    ip,
  }));
  const bucket = (key: string, count: number) => ({
    key,
    is_ipv6: true,
    doc_count: count,
    prefix_length: 48,
  });
  const options = { prefix_length: 48, is_ipv6: true };
  expect(answered(docs, options)).toEqual({
    buckets: [bucket('2001:db8:9::', 1), bucket('2001:db8:a::', 2)],
  });
  expect(answered(docs, { ...options, min_doc_count: 2, append_prefix_length: true })).toEqual({
    buckets: [bucket('2001:db8:a::/48', 2)],
  });
  expect(answered(docs, { field: 'nope', prefix_length: 3 })).toEqual({ buckets: [] });
});

test.each<[JsonObject, string]>([
  [{}, 'Required [prefix_length]'],
  [{ prefix_length: 33 }, '[prefix_length] must be in range [0, 32] while value is [33]'],
  [{ prefix_length: -1 }, '[prefix_length] must be in range [0, 32] while value is [-1]'],
  [{ prefix_length: 129, is_ipv6: true }, 'must be in range [0, 128] while value is [129]'],
  [{ prefix_length: 8, min_doc_count: 0 }, 'failed to parse field [min_doc_count]'],
  [{ prefix_length: 8, bogus: 1 }, '[ip_prefix] unknown field [bogus]'],
  [{ prefix_length: 8, field: 'k' }, 'Field [k] of type [keyword] is not supported'],
])('%j is refused', (options, reason) => {
  expect(() => answered([{ ip: '10.0.0.1' }], options)).toThrow(reason);
});
