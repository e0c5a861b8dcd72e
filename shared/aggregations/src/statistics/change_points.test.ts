/** Detects changes in series that were made with and without one. */

import { seededRandom } from '@skein/base';
import { type Change, changeOf, LEAST_VALUES } from './change_points.js';

/** Random numbers of the normal distribution (Box and Muller 1958). */
function noise(seed: number): () => number {
  const random = seededRandom(seed);
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

const SERIES = 40;
const LENGTH = 60;

/** The changes that are found in one series for each seed. */
function found(value: (i: number, noise: () => number) => number, length = LENGTH): Change[] {
  return Array.from({ length: SERIES }, (_none, seed) => {
    const next = noise(seed + 1);
    const values = Float64Array.from({ length }, (_value, i) => value(i, next));
    return changeOf(values, () => undefined);
  });
}

const share = (changes: readonly Change[], is: (change: Change) => boolean): number =>
  changes.filter(is).length / changes.length;
const near = (change: Change, at: number): boolean =>
  'at' in change && Math.abs(change.at - at) <= 1;

test('noise is stationary', () => {
  const changes = found((_i, next) => 1000 + next());
  expect(share(changes, ({ kind }) => kind === 'stationary')).toBeGreaterThanOrEqual(0.9);
});

test('steps are found where they are, whatever the scale', () => {
  for (const scale of [1, 1e-9, 1e12]) {
    const changes = found((i, next) => scale * ((i < 25 ? 0 : 4) + next()));
    const steps = share(changes, (change) => change.kind === 'step_change' && near(change, 25));
    expect(steps).toBeGreaterThanOrEqual(0.9);
  }
});

test('lines are no changes, but not stationary', () => {
  const changes = found((i, next) => 5 - i / 2 + next());
  expect(share(changes, ({ kind }) => kind === 'non_stationary')).toBeGreaterThanOrEqual(0.9);
  for (const change of changes) {
    if (change.kind !== 'non_stationary') continue;
    expect(change.trend).toBe('decreasing');
    expect(change.p).toBeLessThan(0.01);
    expect(change.r).toBeGreaterThan(0.9);
  }
});

test('lines that turn are changes of trend', () => {
  const changes = found((i, next) => (i < 30 ? i : 60 - i) + next() / 2);
  const turns = share(
    changes,
    (change) => change.kind === 'trend_change' && 'at' in change && Math.abs(change.at - 30) <= 2,
  );
  expect(turns).toBeGreaterThanOrEqual(0.9);
});

test('spikes and dips are one value, on a level and on a line', () => {
  for (const slope of [0, 0.3]) {
    for (const [kind, height] of [
      ['spike', 12],
      ['dip', -12],
    ] as const) {
      const changes = found((i, next) => slope * i + (i === 17 ? height : 0) + next());
      const ones = share(changes, (change) => change.kind === kind && near(change, 17));
      expect(ones).toBeGreaterThanOrEqual(0.9);
    }
  }
});

test('the same level with another spread is another distribution', () => {
  const changes = found((i, next) => (i < 200 ? 0.05 : 6) * next(), 400);
  const spreads = share(
    changes,
    ({ kind }) => kind === 'distribution_change' || kind === 'spike' || kind === 'dip',
  );
  expect(spreads).toBeGreaterThanOrEqual(0.8);
  expect(share(changes, ({ kind }) => kind === 'distribution_change')).toBeGreaterThan(0);
});

test('series without noise are not divided by nothing', () => {
  const of = (value: (i: number) => number) =>
    changeOf(
      Float64Array.from({ length: LEAST_VALUES }, (_none, i) => value(i)),
      () => undefined,
    );
  expect(of(() => 7)).toEqual({ kind: 'stationary' });
  expect(of((i) => (i < 11 ? 1 : 2))).toMatchObject({ kind: 'step_change', p: 0, at: 11 });
  expect(of((i) => 3 * i)).toMatchObject({
    kind: 'non_stationary',
    p: 0,
    r: 1,
    trend: 'increasing',
  });
  expect(of((i) => (i === 4 ? 9 : 1))).toMatchObject({ kind: 'spike', p: 0, at: 4 });
  expect(of((i) => (i === 4 ? -9 : 1))).toMatchObject({ kind: 'dip', p: 0, at: 4 });
  expect(of((i) => (i < 10 ? i : 20 - i))).toMatchObject({ kind: 'trend_change', p: 0, r: 1 });
});
