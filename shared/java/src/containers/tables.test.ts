import fc from 'fast-check';
import { hashOf, JChar, JDouble, mapKey, type Value } from '../values/value.js';
import { HashTable } from './tables.js';

/** A model of `java.util.HashMap`: entries in buckets, each bucket in insertion order. */
class Model {
  readonly #entries: { readonly key: Value; value: Value }[] = [];
  #capacity = 16;

  put(key: Value, value: Value): Value | undefined {
    const entry = this.#find(key);
    if (entry !== undefined) {
      const old = entry.value;
      entry.value = value;
      return old;
    }
    this.#entries.push({ key, value });
    while (this.#entries.length > this.#capacity * 0.75) this.#capacity *= 2;
    return undefined;
  }

  remove(key: Value): Value | undefined {
    const entry = this.#find(key);
    if (entry === undefined) return undefined;
    this.#entries.splice(this.#entries.indexOf(entry), 1);
    return entry.value;
  }

  get(key: Value): Value | undefined {
    return this.#find(key)?.value;
  }

  clear(): void {
    this.#entries.length = 0;
  }

  keys(isByHash: boolean): Value[] {
    const keys = this.#entries.map(({ key }) => key);
    if (!isByHash) return keys;
    const buckets: Value[][] = Array.from({ length: this.#capacity }, () => []);
    for (const key of keys) {
      const hash = hashOf(key);
      buckets[(hash ^ (hash >>> 16)) & (this.#capacity - 1)]?.push(key);
    }
    return buckets.flat();
  }

  #find(key: Value) {
    return this.#entries.find((entry) => mapKey(entry.key) === mapKey(key));
  }
}

const texts = fc.oneof(
  fc.constantFrom('message', '_index', '_id', 'agent', 'response', '\0s', '', 'k'.repeat(200)),
  fc.nat({ max: 90 }).map((n) => `key${n}`),
);
const keys = fc.oneof(
  { weight: 20, arbitrary: texts },
  fc.constantFrom<Value>(null, 1, 7n, true, new JChar(97), new JDouble(1.5)),
);
const steps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ does: fc.constant('put' as const), key: keys }) },
    { weight: 4, arbitrary: fc.record({ does: fc.constant('remove' as const), key: keys }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('clear' as const), key: keys }) },
  ),
  { maxLength: 200, size: 'max' },
);

test.each([true, false])(
  'a table has the entries and the order of Java’s, by hash %s',
  (byHash) => {
    fc.assert(
      fc.property(steps, (all) => {
        const table = new HashTable(byHash);
        const model = new Model();
        all.forEach(({ does, key }, i) => {
          if (does === 'clear') {
            table.clear();
            model.clear();
          } else if (does === 'remove') expect(table.remove(key)).toBe(model.remove(key));
          else expect(table.put(key, i)).toBe(model.put(key, i));
          expect(table.get(key)).toBe(model.get(key));
          expect(table.has(key)).toBe(model.get(key) !== undefined);
        });
        expect(table.keys()).toEqual(model.keys(byHash));
        expect(table.size).toBe(model.keys(byHash).length);
      }),
    );
  },
);

test('tables with keys that no other has are kept as any', () => {
  const tables = Array.from({ length: 10_000 }, (_, i) => {
    const table = new HashTable(true);
    for (let key = 0; key < 4; key++) table.put(`${i % 60}-${(i * 7) % 59}-${key}-${i}`, i);
    return table;
  });
  for (const [i, table] of tables.entries()) {
    expect(table.size).toBe(4);
    expect(table.get(`${i % 60}-${(i * 7) % 59}-3-${i}`)).toBe(i);
  }
});
