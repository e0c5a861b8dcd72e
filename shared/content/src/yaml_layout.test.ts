import { atOnce } from '@skein/base';
import fc from 'fast-check';
import { encodeJson, type JsonValue, joinBytes, parseJson, parseYaml, toYaml } from './mod.js';

const yaml = (value: JsonValue) =>
  Buffer.from(joinBytes(atOnce(toYaml(encodeJson(value))))).toString();

/** Responses of OpenSearch 2.19 to `GET /{index}/_source/{id}?format=yaml`. */
const AS_OPENSEARCH: readonly (readonly [JsonValue, string])[] = [
  [{}, '--- {}\n'],
  [[], '--- []\n'],
  [
    { n: 1, yes: null, 'a b: c': true, 'a b': 'no' },
    '---\n"n": 1\n"yes": null\n\'a b: c\': true\na b: "no"\n',
  ],
  [{ a: {}, l: [], '': 1 }, '---\na: {}\nl: []\n? ""\n: 1\n'],
  [[[1, [2]], [{ a: 1, b: [1] }], {}], '---\n- - 1\n  - - 2\n- - a: 1\n    b:\n    - 1\n- {}\n'],
  [
    { '.5': 'a\tb\u2028c\u0085d\u00a0e\u007f\u0001é😀"\\' },
    '---\n".5": "a\\tb\\Lc\\Nd\\_e\\x7f\\x01é😀\\"\\\\"\n',
  ],
  [[2.5, 1e30, 1e-7, 1e6 + 0.5], '---\n- 2.5\n- 1.0E30\n- 1.0E-7\n- 1000000.5\n'],
  [
    { "'a": 1, 'x #': 2, 'a:b': 3, '? a': 4, '?a': 5 },
    "---\n'''a': 1\n'x #': 2\na:b: 3\n'? a': 4\n?a: 5\n",
  ],
  [
    { s: { long: `the ${'quick brown fox jumps over the lazy dog and so on '.repeat(2)}end` } },
    '---\ns:\n  long: "the quick brown fox jumps over the lazy dog and so on quick brown fox jumps\\\n    \\ over the lazy dog and so on end"\n',
  ],
  [{ ['x'.repeat(128)]: { a: 1 } }, `---\n? ${'x'.repeat(128)}\n: a: 1\n`],
  [{ ['x'.repeat(128)]: [1, 2] }, `---\n? ${'x'.repeat(128)}\n: - 1\n  - 2\n`],
];

test('a long name of words is broken between them, and read back', () => {
  const name = `${'ab cde '.repeat(30)}end`;
  const value = { [name]: 1, [`two  spaces ${name}`]: { a: 1 } };
  const text = yaml(value);
  const lines = text.split('\n');
  expect(lines.length).toBeGreaterThan(8);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(86);
  expect(parseYaml(text)).toEqual(value);
});

test.each(AS_OPENSEARCH)('%j', (value, expected) => {
  expect(yaml(value)).toBe(expected);
});

test('what was laid out is read back', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false, maxDepth: 5 }), (value) => {
      const plain = parseJson(encodeJson(value as JsonValue));
      expect(parseYaml(yaml(plain))).toEqual(plain);
    }),
    { numRuns: 300 },
  );
});

test('a long answer is laid out with pauses', () => {
  const work = toYaml(encodeJson(Array.from({ length: 20_000 }, (_, i) => ({ id: `${i}` }))));
  let pauses = 0;
  while (work.next().done !== true) pauses++;
  expect(pauses).toBeGreaterThan(10);
});
