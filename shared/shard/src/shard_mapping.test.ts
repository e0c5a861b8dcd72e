import { NOTHING_OUTSIDE } from '@skein/analysis';
import { NO_SETTINGS } from '@skein/settings';
import { ShardMapping } from './shard_mapping.js';

const of = (...names: readonly string[]) =>
  JSON.stringify({
    properties: Object.fromEntries(names.map((name) => [name, { type: 'keyword' }])),
  });

const open = (mapping: string) =>
  new ShardMapping(
    NO_SETTINGS,
    { mapping, mappingVersion: 3 },
    {
      index: 'i',
      clock: { nowMs: () => 0, monotonicMs: () => 0 },
      scripts: {} as never,
      outside: NOTHING_OUTSIDE,
    },
  );

const parse = (mapping: ShardMapping, text: string) =>
  mapping.parse(new TextEncoder().encode(text), { id: '1', routing: undefined });

test('a newer mapping is adopted; one as old as the current one, or older, is not', () => {
  const mapping = open(of('a'));
  for (const mappingVersion of [2, 3]) mapping.change({ mapping: of('a', 'b'), mappingVersion });
  expect([mapping.version, mapping.fieldCount]).toEqual([3, 1]);
  expect(parse(mapping, '{"b":"x"}').dynamicUpdate).toBeDefined();
  mapping.change({ mapping: of('a', 'b'), mappingVersion: 4 });
  expect([mapping.version, mapping.fieldCount]).toEqual([4, 2]);
  expect(parse(mapping, '{"b":"x"}').dynamicUpdate).toBeUndefined();
});

test.each(['{"properties":{"a":{"type":"text","analyzer":"none"}}}', '[]', '{'])(
  '%s cannot be adopted: the mapping before it stays, and the next one is taken',
  (wrong) => {
    const mapping = open(of('a'));
    expect(() => mapping.change({ mapping: wrong, mappingVersion: 4 })).toThrow();
    expect([mapping.version, mapping.fieldCount, mapping.altersSource]).toEqual([3, 1, false]);
    expect(parse(mapping, '{"a":"x"}').dynamicUpdate).toBeUndefined();
    mapping.change({ mapping: of('a', 'b'), mappingVersion: 4 });
    expect([mapping.version, mapping.fieldCount]).toEqual([4, 2]);
  },
);

test.each([
  [undefined, false],
  [{}, false],
  [{ enabled: false }, true],
  [{ enabled: true }, true],
  [{ includes: ['a'] }, true],
  [{ excludes: ['a'] }, true],
])('with %j as its source the stored document may differ: %s', (_source, altersSource) => {
  expect(open(JSON.stringify({ _source })).altersSource).toBe(altersSource);
});

test('objects are known by their paths', () => {
  const mapping = open('{"properties":{"o":{"properties":{"p":{"properties":{}}}}}}');
  expect(['o', 'o.p', 'p'].map((path) => mapping.hasObject(path))).toEqual([true, true, false]);
});
