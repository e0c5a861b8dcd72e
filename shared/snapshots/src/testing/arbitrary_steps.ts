/** For tests: random sequences of the steps that a `ClusterModel` takes on a repository. */
import fc from 'fast-check';
import type { ShardSeeds, Step } from './cluster_model.js';

/**
 * The files of a shard, each with a seed that determines its bytes. There are few names and seeds,
 * so that two snapshots often have the same file, other bytes under the same name, and the same
 * bytes under other names.
 */
const shard: fc.Arbitrary<ShardSeeds> = fc.dictionary(
  fc.constantFrom('segments_1', '_0.dat', '_1.dat', '_2.dat'),
  fc.nat({ max: 12 }),
  { maxKeys: 4 },
);

/** A snapshot. Now and then a shard is `undefined`, which means that it failed. */
const take = (isAbandoned: boolean): fc.Arbitrary<Step> =>
  fc.record({
    kind: fc.constant('take' as const),
    indices: fc.dictionary(
      fc.constantFrom('books', 'people'),
      fc.array(fc.option(shard, { nil: undefined, freq: 8 }), { minLength: 1, maxLength: 3 }),
      { minKeys: 1, maxKeys: 2 },
    ),
    isAbandoned: fc.constant(isAbandoned),
    adopts: fc.boolean(),
  });

export const steps = (options: { readonly max: number }): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      { weight: 5, arbitrary: take(false) },
      { weight: 1, arbitrary: take(true) },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('delete' as const),
          picks: fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 2 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('clone' as const), pick: fc.nat({ max: 9 }) }),
      },
      { weight: 1, arbitrary: fc.constant({ kind: 'cleanUp' as const }) },
    ),
    { minLength: 1, maxLength: options.max },
  );
