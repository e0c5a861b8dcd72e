/** Tests the numbers of score functions and the texts that explain them. */
import { IndexWriter } from '../../index/index_writer.js';
import { openSegments } from '../../index/open_segments.js';
import type { SegmentReader } from '../../index/segment_reader.js';
import {
  EMPTY_SAMPLE,
  type SampleDocument,
  toIndexable,
} from '../../index/testing/sample_index.js';
import { MemoryDirectory } from '../../store/memory_directory.js';
import { type Decay, decayFunction } from './decay.js';
import { type FieldValueFactor, fieldValueFactor, type Modifier } from './field_value_factor.js';
import { randomFraction, randomScore } from './random_score.js';
import { type ScoreFunction, selectValue, type ValueMode } from './score_function.js';

function segmentOf(docs: readonly Partial<SampleDocument>[]): SegmentReader {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  docs.forEach((doc, i) => {
    writer.addDocument(toIndexable({ ...EMPTY_SAMPLE, id: String(i), ...doc }, i));
  });
  writer.refresh();
  const [segment] = openSegments(writer.snapshot(), directory);
  if (segment === undefined) throw new Error('there are no documents');
  return segment;
}

/** The number of each document. */
function valuesOf(given: ScoreFunction, segment: SegmentReader, docBase = 0): number[] {
  const value = given.segment(segment, docBase);
  return Array.from({ length: segment.maxDoc }, (_, doc) => value(doc, () => 1));
}

function textsOf(given: ScoreFunction, segment: SegmentReader): string[] {
  return valuesOf(given, segment).map((value, doc) => {
    const why = given.explain?.({ segment, doc }, value);
    expect(why?.value).toBe(value);
    const [detail = why] = why?.details ?? [];
    return detail?.description ?? '';
  });
}

const DECAY: Decay = {
  shape: 'linear',
  field: 'count',
  origin: 10,
  scale: 4,
  offset: 2,
  decay: 0.5,
  mode: 'min',
};

test.each([
  ['linear', [1, 1, 1, 0.875, 0.5, 0, 0]],
  ['exp', [1, 1, 1, 0.5 ** 0.25, 0.5, 0.25, 0.5 ** 2.5]],
  ['gauss', [1, 1, 1, 0.5 ** (1 / 16), 0.5, 0.0625, 0.5 ** 6.25]],
] as const)('%s: 1 up to the offset, and the decay at the scale behind it', (shape, wanted) => {
  const numbers = [[], [10], [12], [13], [4], [0], [22]];
  const segment = segmentOf(numbers.map((count) => ({ count })));
  valuesOf(decayFunction({ ...DECAY, shape }), segment).forEach((value, doc) => {
    expect(value).toBeCloseTo(wanted[doc] ?? Number.NaN, 12);
  });
  const other = decayFunction({ ...DECAY, shape, decay: 0.2 });
  expect(valuesOf(other, segment)[4]).toBeCloseTo(0.2, 12);
  expect(valuesOf(decayFunction({ ...DECAY, shape, field: 'none' }), segment)[5]).toBe(1);
});

test('the distance of a point is in metres', () => {
  const segment = segmentOf([
    { place: [{ lat: 0, lon: 0 }] },
    { place: [{ lat: 1, lon: 0 }] },
    { place: [{ lat: 2, lon: 0 }] },
    {},
  ]);
  const options = { ...DECAY, field: 'place', origin: { lat: 0, lon: 0 }, offset: 0 };
  const values = valuesOf(decayFunction({ ...options, scale: 111_195.08 }), segment);
  [1, 0.5, 0, 1].forEach((wanted, doc) => {
    expect(values[doc]).toBeCloseTo(wanted, 4);
  });
  const none = decayFunction({ ...options, field: 'none' });
  expect(valuesOf(none, segment)).toEqual([1, 1, 1, 1]);
});

test.each<[ValueMode, number]>([
  ['min', 0],
  ['max', 6],
  ['sum', 8],
  ['avg', 2],
  ['median', 1],
])('the %s of several distances behind the offset', (mode, distance) => {
  const segment = segmentOf([{ count: [7, 11, 13, 18] }]);
  const [value] = valuesOf(decayFunction({ ...DECAY, mode, scale: 16 }), segment);
  expect(value).toBeCloseTo(1 - distance / 32, 12);
});

test.each([
  [[4, 1, 3], 3],
  [[4, 1, 3, 9], 3.5],
  [[4], 4],
])('the median of %j is %d', (values, median) => {
  expect(selectValue('median', values.length, (i) => values[i] ?? Number.NaN)).toBe(median);
});

test('decays are explained with their distances', () => {
  const segment = segmentOf([{ count: [7, 11], place: [{ lat: 0, lon: 0 }] }, {}]);
  const distance =
    'MIN[Math.max(Math.abs(7.0(=doc value) - 10.0(=origin))) - 2.0(=offset), 0), Math.max(Math.abs(11.0(=doc value) - 10.0(=origin))) - 2.0(=offset), 0)]';
  const textOf = (options: Partial<Decay>) =>
    textsOf(decayFunction({ ...DECAY, ...options }), segment);
  expect(textOf({})[0]).toBe(`max(0.0, ((8.0 - ${distance})/8.0)`);
  expect(textOf({ shape: 'exp' })[0]).toBe(`exp(- ${distance} * 0.17328679513998632)`);
  expect(textOf({ shape: 'gauss' })[0]).toBe(`exp(-0.5*pow(${distance},2.0)/11.541560327111707)`);
  expect(textOf({ mode: 'max' })[1]).toBe('max(0.0, ((8.0 - MAX[])/8.0)');
  expect(textOf({ field: 'place', origin: { lat: 1, lon: 2 } })[0]).toBe(
    'max(0.0, ((8.0 - MIN of: [Math.max(arcDistance(0.0, 0.0(=doc value),1.0, 2.0(=origin)) - 2.0(=offset), 0)])/8.0)',
  );
});

const FACTOR: FieldValueFactor = {
  field: 'count',
  step: 1,
  factor: 2,
  modifier: 'none',
  missing: undefined,
};

test.each<[Modifier, number]>([
  ['none', 6],
  ['log', Math.log10(6)],
  ['log1p', Math.log10(7)],
  ['log2p', Math.log10(8)],
  ['ln', Math.log(6)],
  ['ln1p', Math.log(7)],
  ['ln2p', Math.log(8)],
  ['square', 36],
  ['sqrt', Math.sqrt(6)],
  ['reciprocal', 1 / 6],
])('%s of the least value times the factor', (modifier, wanted) => {
  const segment = segmentOf([{ count: [3, 8] }]);
  const given = fieldValueFactor({ ...FACTOR, modifier });
  expect(valuesOf(given, segment)[0]).toBeCloseTo(wanted, 12);
  expect(textsOf(given, segment)).toEqual([
    `field value function: ${modifier}(doc['count'].value * factor=2.0)`,
  ]);
});

test('values in steps, and documents without one', () => {
  const segment = segmentOf([{ count: [3] }, {}]);
  const given = fieldValueFactor({ ...FACTOR, step: 0.25, missing: 5 });
  expect(valuesOf(given, segment)).toEqual([1.5, 10]);
  expect(textsOf(given, segment)[1]).toBe(
    "field value function: none(doc['count'].value?:5.0 * factor=2.0)",
  );
  expect(() => valuesOf(fieldValueFactor(FACTOR), segment)).toThrow(
    'Missing value for field [count]',
  );
  const nowhere = fieldValueFactor({ ...FACTOR, field: 'none', missing: 1 });
  expect(valuesOf(nowhere, segment)).toEqual([2, 2]);
});

test.each<[Modifier, number, string]>([
  ['none', -1, 'but got: [-2.0] for field value: [-1.0]'],
  ['log', 0.25, 'for field value: [0.25]; consider using log1p or log2p instead of log'],
  ['ln', 0.25, 'for field value: [0.25]; consider using ln1p or ln2p instead of ln to avoid'],
])('%s of %d is refused', (modifier, price, words) => {
  const given = fieldValueFactor({ ...FACTOR, field: 'price', modifier });
  expect(() => valuesOf(given, segmentOf([{ price: [price] }]))).toThrow(words);
  expect(valuesOf(given, segmentOf([{ price: [modifier === 'none' ? 0 : 0.5] }]))).toEqual([0]);
});

test('random numbers are spread evenly, and depend on the seed, the salt and the document', () => {
  const count = 2000;
  const segment = segmentOf(
    Array.from({ length: count }, (_, i) => ({ count: [i, i + 5000], tag: [`t${i}`] })),
  );
  const seen = new Set<string>();
  for (const field of [undefined, 'count', 'tag']) {
    for (const [seed, salt] of [
      [1, 2],
      [2, 2],
      [1, 3],
    ] as const) {
      const values = valuesOf(randomScore({ seed, salt, field }), segment);
      expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
      expect(new Set(values).size).toBeGreaterThan(0.99 * count);
      const mean = values.reduce((sum, value) => sum + value, 0) / count;
      expect(Math.abs(mean - 0.5)).toBeLessThan(0.03);
      const inTenths = new Array<number>(10).fill(0);
      for (const value of values) inTenths[Math.floor(value * 10)] += 1;
      expect(Math.min(...inTenths)).toBeGreaterThan(count / 10 / 2);
      seen.add(values.slice(0, 5).join());
    }
  }
  expect(seen.size).toBe(9);
});

test('a random number belongs to the value, or to the number of the document in the index', () => {
  const [first, second] = [{ count: [40, 7] }, { count: [40], tag: ['x', 'a'] }];
  const byCount = randomScore({ seed: 5, salt: 6, field: 'count' });
  const byTag = randomScore({ seed: 5, salt: 6, field: 'tag' });
  const segment = segmentOf([first, second, {}]);
  const [least, other, none] = valuesOf(byCount, segment);
  const digits = (text: string) =>
    randomFraction(Uint8Array.from(Buffer.from(text)), { seed: 5, salt: 6 });
  // As texts, 40 comes before 7.
  expect([least, other]).toEqual([digits('40'), digits('40')]);
  expect(valuesOf(byTag, segment)).toEqual([none, digits('a'), none]);
  const byPlace = randomScore({ seed: 5, salt: 6, field: undefined });
  const [, one, two] = valuesOf(byPlace, segment, 10);
  expect(valuesOf(byPlace, segment, 11).slice(0, 2)).toEqual([one, two]);
  expect(textsOf(byPlace, segment)[0]).toBe('random score function (seed: 5, field: null)');
  expect(textsOf(byTag, segment)[0]).toBe('random score function (seed: 5, field: tag)');
});

test('texts of every length have random numbers of their own', () => {
  const seen = new Set<number>();
  for (let length = 0; length <= 9; length++) {
    const bytes = new Uint8Array(length).fill(1);
    seen.add(randomFraction(bytes, { seed: 1, salt: 1 }));
    for (let i = 0; i < length; i++) {
      seen.add(randomFraction(bytes.with(i, 2), { seed: 1, salt: 1 }));
    }
  }
  expect(seen.size).toBe(10 + 45);
});
