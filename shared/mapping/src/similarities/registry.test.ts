import { checkSimilarity } from './check_similarity.js';
import { indexSimilarities } from './registry.js';

const FIELD = { docCount: 10, sumTotalTermFreq: 50, sumDocFreq: 40 };
const TERM = { docFreq: 2, totalTermFreq: 3 };

function settings(values: Record<string, string>) {
  return new Map(Object.entries(values).map(([key, value]) => [`index.similarity.${key}`, value]));
}

function made(values: Record<string, string>) {
  return indexSimilarities(settings(values));
}

test.each<[string, Record<string, string>, string]>([
  ['no type', { 'a.k1': '2' }, 'Similarity [a] must have an associated type'],
  ['unknown type', { 'a.type': 'nope' }, 'Unknown Similarity type [nope] for [a]'],
  [
    'built-in name',
    { 'BM25.type': 'BM25' },
    'illegal value for [index.similarity.BM25] cannot redefine built-in similarity',
  ],
  [
    'unknown setting',
    { 'a.type': 'boolean', 'a.x': '1' },
    'Unknown settings for similarity of type [boolean]: [x]',
  ],
  [
    'negative k1',
    { 'a.type': 'BM25', 'a.k1': '-1' },
    'illegal k1 value: -1.0, must be a non-negative finite value',
  ],
  [
    'no model',
    { 'a.type': 'DFR' },
    'Unsupported BasicModel [null], expected one of [ine, in, g, if]',
  ],
  [
    'steep z',
    {
      'a.type': 'IB',
      'a.distribution': 'll',
      'a.lambda': 'df',
      'a.normalization': 'z',
      'a.normalization.z.z': '0.6',
    },
    'illegal z value: 0.6, must be in the range (0 .. 0.5)',
  ],
  [
    'lambda of nothing',
    { 'a.type': 'LMJelinekMercer', 'a.lambda': '0' },
    'lambda must be in the range (0 .. 1]',
  ],
])('%s is refused', (_name, values, reason) => {
  expect(() => made(values)).toThrow(reason);
});

test('a similarity whose scores fall with the frequency is refused', () => {
  expect(() => made({ 'a.type': 'scripted', 'a.script.source': 'return 1 / doc.freq' })).toThrow(
    'Similarity scores should not decrease when term frequency increases',
  );
});

test('a script scores, with its weight', () => {
  const similarity = made({
    'a.type': 'scripted',
    'a.weight_script.source': 'return query.boost * field.docCount / term.docFreq',
    'a.script.source': 'return weight * doc.freq / doc.length',
  }).named('a');
  expect(similarity?.scorer(3, FIELD, [TERM]).score(4, 2)).toBe(30);
});

test('fields without a similarity take the default one', () => {
  expect(made({ 'default.type': 'boolean' }).standard.scorer(7, FIELD, [TERM]).score(1, 1)).toBe(7);
  expect(made({}).standard.scorer(7, FIELD, [TERM]).score(1, 1)).not.toBe(7);
});

describe('the scores of a similarity', () => {
  const check = (score: (freq: number, length: number) => number) => () =>
    checkSimilarity({
      scorer: () => ({ score, explain: () => ({ value: 0, description: 'made', details: [] }) }),
    } as never);

  test('may be 0, and stay the same', () => {
    expect(check(() => 0)).not.toThrow();
    expect(check(() => 1)).not.toThrow();
    expect(check((freq, length) => freq / length)).not.toThrow();
  });

  test('are not negative, do not fall with the frequency, and do not rise with the length', () => {
    expect(check(() => -0.1)).toThrow('Similarities should not return negative scores');
    expect(check((freq) => 20 - freq)).toThrow(
      'Similarity scores should not decrease when term frequency increases',
    );
    expect(check((freq) => (freq === 10 ? 8 : freq))).toThrow('term frequency increases');
    expect(check((_freq, length) => length)).toThrow(
      'Similarity scores should not increase when norm increases',
    );
    expect(check((_freq, length) => (length === 10 ? 1 : 0))).toThrow('norm increases');
  });
});
