/** Strings of any code points are those that fast-check itself draws. */
import fc, { string as ownString } from 'fast-check';

const SEED = 20260117;

test('a seed draws the strings of fast-check, and shrinks them the same way', () => {
  expect(fc.string).not.toBe(ownString);
  for (const constraints of [{ unit: 'binary' }, { unit: 'binary', maxLength: 9 }] as const) {
    const drawn = fc.sample(fc.string(constraints), { seed: SEED, numRuns: 500 });
    expect(drawn).toEqual(fc.sample(ownString(constraints), { seed: SEED, numRuns: 500 }));
    const counterexamples = [fc.string(constraints), ownString(constraints)].map(
      (strings) =>
        fc.check(
          fc.property(strings, (text) => text < 'x'),
          { seed: SEED },
        ).counterexample,
    );
    expect(counterexamples[0]).toEqual(counterexamples[1]);
  }
});

test('other strings are left to fast-check', () => {
  const drawn = fc.sample(fc.string(), { seed: SEED, numRuns: 100 });
  expect(drawn).toEqual(fc.sample(ownString(), { seed: SEED, numRuns: 100 }));
});
