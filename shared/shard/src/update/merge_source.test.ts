import fc from 'fast-check';
import { mergeSource } from './merge_source.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const merge = (source: string, partial: string) => {
  const merged = mergeSource(bytes(source), bytes(partial));
  return [new TextDecoder().decode(merged.source), merged.changed];
};

it.each([
  ['{"a":1,"s":"x"}', '{"b":{"c":1},"a":null}', '{"a":null,"s":"x","b":{"c":1}}', true],
  ['{"o":{"x":1,"y":[1,2]}}', '{"o":{"y":[3],"z":2}}', '{"o":{"x":1,"y":[3],"z":2}}', true],
  ['{"a":1, "b":2}', '{"a":1}', '{"a":1, "b":2}', false],
  ['{"o":{"a":1}}', '{"o":{}}', '{"o":{"a":1}}', false],
  [
    '{"o":{"a":[{"x":1,"y":2}]}}',
    '{"o":{"a":[{"y":2,"x":1}]}}',
    '{"o":{"a":[{"x":1,"y":2}]}}',
    false,
  ],
  ['{"a":1}', '{"a":1.0}', '{"a":1.0}', true],
  ['{"a":9223372036854775807}', '{"a":9223372036854775806}', '{"a":9223372036854775806}', true],
  ['{"long":9007199254740993,"d":1.0}', '{"x":1}', '{"long":9007199254740993,"d":1.0,"x":1}', true],
  ['{"__proto__":{"a":1}}', '{"__proto__":{"b":2}}', '{"__proto__":{"a":1,"b":2}}', true],
  ['{"a":{"b":1}}', '{"a":5}', '{"a":5}', true],
])('%s with %s', (source, partial, expected, changed) => {
  expect(merge(source, partial)).toEqual([expected, changed]);
});

it('is what a deep merge of values gives, and merging again changes nothing', () => {
  const value = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
  fc.assert(
    fc.property(value, value, (source, partial) => {
      const [text] = merge(JSON.stringify(source), JSON.stringify(partial));
      const again = merge(String(text), JSON.stringify(partial));
      expect(again).toEqual([text, false]);
    }),
  );
});
