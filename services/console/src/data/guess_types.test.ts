import { writeJson } from '../json/exact_json.js';
import { type FieldType, guessTypes, mappingsOf, typedSource } from './guess_types.js';
import { readDocuments } from './read_documents.js';

const guess = (values: readonly unknown[]) => {
  const lines = values.map((value) => JSON.stringify({ f: value })).join('\n');
  return guessTypes(readDocuments('ndjson', lines).documents)[0]?.type;
};

test.each<[readonly unknown[], FieldType]>([
  [['1', '-20', '0'], 'long'],
  [[1, 2], 'long'],
  [['007', '1'], 'keyword'],
  [['1', '1.5', '1e3'], 'double'],
  [['true', 'false'], 'boolean'],
  [['2026-01-01', '2026-01-01T10:00:00Z'], 'date'],
  [['2026-13-01'], 'keyword'],
  [['2026-01-01T25:00:00'], 'keyword'],
  [['10.0.0.1', '192.168.0.255', '0.0.0.0'], 'ip'],
  [['10.0.0.1', '4.300.1.2'], 'keyword'],
  [['10.0.0.01'], 'keyword'],
  [[['5', null]], 'long'],
  [['error', 'info', 'error'], 'keyword'],
  [['the quick brown fox', 'jumps over the lazy dog'], 'text'],
  [['x'.repeat(80)], 'text'],
  [[{ lat: 1, lon: 2 }], 'geo_point'],
  [[{ a: 1 }], 'object'],
  [[null, '5'], 'long'],
  [[['a', 'b'], 'c'], 'keyword'],
])('%j is %s', (values, type) => expect(guess(values)).toBe(type));

it('takes lists of any length', () => {
  const values = new Array<number>(300_000).fill(1);
  expect(guess([values])).toBe('long');
});

it('maps texts so that they can be counted', () => {
  const fields = [
    { name: 'a', type: 'text', example: '' },
    { name: 'b', type: 'date', example: '' },
  ] as const;
  expect(mappingsOf(fields)).toEqual({
    properties: {
      a: { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } },
      b: { type: 'date' },
    },
  });
});

it('sends cells as what they are', () => {
  const types = new Map<string, FieldType>([
    ['n', 'long'],
    ['big', 'long'],
    ['x', 'double'],
    ['ok', 'boolean'],
    ['odd', 'long'],
  ]);
  const source = { n: '5', big: '9007199254740993', x: '1.5', ok: 'true', odd: 'five', t: '1' };
  expect(writeJson(typedSource(source, types))).toBe(
    '{"n":5,"big":9007199254740993,"x":1.5,"ok":true,"odd":"five","t":"1"}',
  );
});
