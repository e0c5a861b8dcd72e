/** Completion fields in documents and mappings. Errors are OpenSearch 2.19's. */
import { buildAnalysis } from '@skein/analysis';
import { utf8Decode } from '@skein/bytes';
import type { JsonObject, JsonValue } from '@skein/content';
import { document, failureOf, mappingOf, shown } from '../../testdata/mapping_fixture.js';
import { IndexMapping } from '../index_mapping.js';
import { GEOHASH_ALPHABET, geohashCell } from './geo_value.js';
import { geohashLengthFor, geohashNeighbours, geohashOf } from './geohash.js';

const CONTEXTS = [
  { name: 'color', type: 'category', path: 'color' },
  { name: 'place', type: 'geo', precision: 4, path: 'at' },
];
const settings = new Map<string, string>();
const analysis = buildAnalysis(settings);
const properties = {
  plain: { type: 'completion', max_input_length: 10 },
  stopped: { type: 'completion', analyzer: 'stop' },
  joined: { type: 'completion', preserve_separators: false },
  color: { type: 'keyword' },
  at: { type: 'geo_point' },
  n: { type: 'integer' },
  within: { type: 'completion', contexts: CONTEXTS },
  numbered: { type: 'completion', contexts: [{ name: 'n', type: 'category', path: 'n' }] },
};
const mapping = IndexMapping.parse({ properties }, { settings, analysis });

function keys(source: JsonObject): readonly string[] {
  return document(mapping, source).fields.flatMap((field) =>
    field.kind === 'completion'
      ? [`${utf8Decode(field.key)}=${utf8Decode(field.surface)}:${field.weight}`]
      : [],
  );
}

test.each<[JsonObject, readonly string[]]>([
  [{ plain: 'Big Apple' }, ['big\x1fapple=Big Apple:1']],
  [{ plain: ['a', { input: ['b', 'a'], weight: '7' }] }, ['a=a:7', 'b=b:7']],
  [{ plain: 'As long as that' }, ['as\x1flong\x1fas=As long as:1']],
  [{ stopped: 'the end of a line' }, ['\x1fend\x1f\x1f\x1fline=the end of a line:1']],
  [{ stopped: 'end of' }, ['end\x1f=end of:1']],
  [{ joined: 'Big Apple' }, ['bigapple=Big Apple:1']],
  [
    { within: { input: 'x', contexts: { color: ['red'], place: { lat: 51.5, lon: 0 } } } },
    ['\0red\x1dx=x:1', '\x01u10h\x1dx=x:1'],
  ],
  [
    { within: 'x', color: ['red', 'blue'], at: 'u33dc' },
    ['\0red\x1dx=x:1', '\0blue\x1dx=x:1', '\x01u33d\x1dx=x:1'],
  ],
  [{ plain: ' ' }, []],
])('%j', (source, expected) => {
  expect(keys(source)).toEqual(expected);
});

test.each<[JsonObject, string]>([
  [{ within: 'x' }, 'Contexts are mandatory in context enabled completion field [within]'],
  [
    { numbered: 'x', n: 1 },
    'Failed to parse context field [n], only keyword and text fields are accepted',
  ],
  [{ within: { input: 'x', contexts: { z: 'a' } } }, 'Unknown context name [z]'],
  [
    { within: { input: 'x', contexts: { color: {} } } },
    'contexts must be a string, number or boolean or a list of string, number or boolean, but was [START_OBJECT]',
  ],
  [{ within: { input: 'x', contexts: { place: [1] } } }, 'latitude must be a numeric value'],
  [{ plain: { input: 'x', contexts: {} } }, 'contexts field is not supported for field: [plain]'],
  [
    { within: { input: 'x', contexts: { color: '😀😀\x1d' } } },
    'Illegal value [\x00😀😀\x1d] UTF-16 codepoint [0x1d] at position 5 is a reserved character',
  ],
  [
    { plain: 'a\x1fb' },
    'Illegal input [a\x1fb] UTF-16 codepoint [0x1f] at position 1 is a reserved character',
  ],
])('%j is refused', (source, reason) => {
  const failure = failureOf(() => document(mapping, source));
  expect(failure.join('\n')).toContain(reason);
});

test.each<[JsonValue, string]>([
  [[], 'expected at least one context mapping'],
  [[{ type: 'geo' }], 'missing [name] in context mapping'],
  [[{ name: 'a', type: 'x' }], 'No context type for [x]'],
  [[{ name: 'a', type: 'category', x: 1 }], 'unsupported parameters:  [x : 1]'],
  [[{ name: 'a', type: 'geo', precision: null }], 'unsupported parameters:  [precision : null]'],
  [[{ name: 'a', type: 'geo', precision: [4] }], 'For input string: "[4]"'],
  [[{ name: 'a', type: 'geo', path: 'k' }], 'must be mapped to geo_point, found [keyword]'],
  [[{ name: 'a', type: 'geo', path: 'z' }], 'is not defined in the mapping'],
])('contexts %j are refused', (contexts, reason) => {
  const properties = { k: { type: 'keyword' }, s: { type: 'completion', contexts } };
  expect(() => mappingOf(properties)).toThrow(reason);
});

test('a blank input is left out, and the field listed as ignored', () => {
  expect(shown(document(mapping, { plain: ['a', ' ', ''] }))).toEqual([
    'plain=a:1',
    'plain=a',
    '_ignored=plain',
  ]);
});

test('the neighbours of a cell are those that touch it, around the earth but not over a pole', () => {
  for (const length of [1, 2]) {
    const alphabet = [...GEOHASH_ALPHABET];
    const hashes = length === 1 ? alphabet : alphabet.flatMap((a) => alphabet.map((b) => a + b));
    const cells = new Map(hashes.map((hash) => [hash, geohashCell(hash)]));
    for (const [hash, { low, high }] of cells) {
      const [width, height] = [high.lon - low.lon, high.lat - low.lat];
      const touching = [...cells].filter(([other, { low: at }]) => {
        const east = Math.abs(at.lon - low.lon);
        const isBeside = Math.min(east, 360 - east) <= width;
        return other !== hash && isBeside && Math.abs(at.lat - low.lat) <= height;
      });
      expect(geohashNeighbours(hash).toSorted()).toEqual(touching.map(([name]) => name).toSorted());
    }
  }
});

test('cells of geohashes', () => {
  expect(geohashOf({ lat: 52.52437, lon: 13.41053 }, 5)).toBe('u33dc');
  expect([...geohashNeighbours('ezs42')].sort()).toEqual(
    ['ezs43', 'ezs49', 'ezs48', 'ezefx', 'ezefr', 'ezefp', 'ezs40', 'ezs41'].sort(),
  );
  expect(geohashNeighbours('u')).toHaveLength(5);
  expect([100, 5_000, 500_000, 12].map(geohashLengthFor)).toEqual([7, 5, 2, 8]);
});
