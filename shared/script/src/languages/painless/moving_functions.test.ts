/** Numbers recorded from OpenSearch's `moving_fn` scripts over the same windows. */

import { JArray, JMap } from '@skein/java';
import { scriptContext } from '../../contexts/registry.js';
import { compilePainless } from './painless.js';

const N = Number.NaN;
const SOME = [1, 2, 3, 4.5];
const GAP = [1, N, 3, -2];

function moving(call: string, values: readonly number[]): number {
  const { run } = compilePainless(`MovingFunctions.${call}`, scriptContext('moving-function'));
  return run(new JMap('java.util.HashMap'), new JArray('double', [...values])) as number;
}

test.each([
  ['max(values)', SOME, 4.5],
  ['max(values)', GAP, N],
  ['max(values)', [], N],
  ['min(values)', SOME, 1],
  ['min(values)', [N], N],
  ['sum(values)', GAP, 2],
  ['sum(values)', [], 0],
  ['stdDev(values, 2.0)', SOME, 1.4361406616345072],
  ['stdDev(values, 2.0)', GAP, 2.449489742783178],
  ['stdDev(values, Double.NaN)', SOME, N],
  ['stdDev(values, MovingFunctions.unweightedAvg(values))', GAP, 2.0548046676563256],
  ['stdDev(values, 2.0)', [], N],
  ['unweightedAvg(values)', SOME, 2.625],
  ['unweightedAvg(values)', GAP, 0.6666666666666666],
  ['linearWeightedAvg(values)', [2.5], 1.25],
  ['linearWeightedAvg(values)', SOME, 2.909090909090909],
  ['linearWeightedAvg(values)', GAP, 0.14285714285714285],
  ['ewma(values, 0.3)', SOME, 2.6169999999999995],
  ['ewma(values, 1.0)', GAP, -2],
  ['ewma(values, 0.3)', [], N],
  ['holt(values, 0.3, 0.1)', [2.5], 2.5],
  ['holt(values, 0.3, 0.1)', SOME, 2.6877699999999995],
  ['holt(values, 0.3, 0.1)', GAP, 0.5619999999999999],
  ['holtWinters(values, 0.3, 0.1, 0.2, 2, true)', SOME, 2.680580000092287],
  ['holtWinters(values, 0.3, 0.1, 0.2, 2, false)', SOME, 3.0925833333333332],
  ['holtWinters(values, 0.3, 0.1, 0.2, 2, true)', GAP, -0.03331999997819802],
  ['holtWinters(values, 0.3, 0.1, 0.2, 2, false)', GAP, -0.6849500000000001],
  ['holtWinters(values, 0.3, 0.1, 0.2, 2, true)', [], N],
])('%s of %j is %d', (call, values, result) => {
  const found = moving(call, values);
  if (Number.isNaN(result)) expect(found).toBeNaN();
  else expect(found).toBeCloseTo(result, 12);
});

test('two seasons are needed', () => {
  const call = 'holtWinters(values, 0.3, 0.1, 0.2, 5, false)';
  expect(() => moving(call, SOME)).toThrow('runtime error');
});

test('sums and seasons are rounded as in OpenSearch', () => {
  expect(moving('sum(values)', new Array(10).fill(0.1))).toBe(1);
  const values = [0.1, 0.1, 0.1, 0.1, 0.1, 62.29, 74.179, 79.519, 94.245];
  expect(moving('holtWinters(values, 0.3, 0.2, 0.7, 3, false)', values)).toBe(109.396381102336);
});

test.each([0, -1])('a season of %i values is none', (period) => {
  expect(() => moving(`holtWinters(values, 0.3, 0.1, 0.2, ${period}, false)`, SOME)).toThrow(
    'runtime error',
  );
});
