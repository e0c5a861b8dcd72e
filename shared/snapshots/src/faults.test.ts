/**
 * The store fails at any call: every reported result is true, and a clean-up finds the blobs left
 * over.
 */
import { ApiError } from '@skein/errors';
import fc from 'fast-check';
import { type CallFate, MemoryBlobStore } from './memory_blob_store.js';
import { steps } from './testing/arbitrary_steps.js';
import { ClusterModel, type Step } from './testing/cluster_model.js';
import { expectHeld, restoredAll, unreferenced } from './testing/inspect.js';
import { testRepository, Uuids } from './testing/test_repository.js';

const SCENARIO: readonly Step[] = [
  {
    kind: 'take',
    indices: { books: [{ segments_1: 1, '_0.dat': 2 }, { '_0.dat': 5 }], people: [{ a: 8 }] },
    isAbandoned: false,
    adopts: false,
  },
  {
    kind: 'take',
    indices: { books: [{ segments_1: 4, '_0.dat': 2 }] },
    isAbandoned: false,
    adopts: false,
  },
  { kind: 'clone', pick: 0 },
  { kind: 'delete', picks: [0] },
  {
    kind: 'take',
    indices: { books: [{ '_7.dat': 11 }], lost: [{ a: 2 }] },
    isAbandoned: true,
    adopts: false,
  },
  { kind: 'cleanUp' },
  {
    kind: 'take',
    indices: { books: [{ '_0.dat': 2, '_8.dat': 5 }] },
    isAbandoned: false,
    adopts: false,
  },
  { kind: 'delete', picks: [1] },
];

/**
 * Runs the steps over a store whose calls have these fates; returns the numbers of calls and of
 * failed steps.
 */
async function runOver(sequence: readonly Step[], fateOf: (call: number) => CallFate) {
  let calls = 0;
  let failures = 0;
  const store = new MemoryBlobStore({ beforeCall: () => fateOf(calls++) });
  const uuids = new Uuids();
  const cluster = new ClusterModel(testRepository(store, uuids));
  for (const step of sequence) {
    try {
      await cluster.run(step);
    } catch (error) {
      failures++;
      // Only the store fails: nothing is ever missing or damaged.
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({
        type: 'repository_exception',
        cause: { type: 'io_exception' },
      });
    }
  }
  await expectSound(cluster, new MemoryBlobStore({}, store.blobs), uuids);
  return { calls, failures };
}

async function expectSound(cluster: ClusterModel, store: MemoryBlobStore, uuids: Uuids) {
  const repository = testRepository(store, uuids);
  const all = await restoredAll(repository);
  for (const [uuid, held] of cluster.kept) expectHeld(all.get(uuid), held);
  for (const [uuid, held] of all) expectHeld(held, cluster.tried.get(uuid));
  await new ClusterModel(repository).run({ kind: 'cleanUp' });
  expect(await unreferenced(repository, store)).toEqual([]);
  expect([...(await restoredAll(repository)).keys()]).toEqual([...all.keys()]);
}

test.each<CallFate>(['refused', 'unanswered'])('one call is %s, whichever it is', async (fate) => {
  const { calls, failures } = await runOver(SCENARIO, () => 'done');
  expect(failures).toBe(0);
  expect(calls).toBeGreaterThan(100);
  let failed = 0;
  for (let at = 0; at < calls; at++) {
    failed += (await runOver(SCENARIO, (call) => (call === at ? fate : 'done'))).failures;
  }
  // Other calls make up for some failures: the lost answer of a root that was written, and
  // removals.
  expect(failed).toBeGreaterThan(calls / 3);
  expect(failed).toBeLessThan(calls);
});

test('from some call on all fail, whichever it is', async () => {
  const { calls } = await runOver(SCENARIO, () => 'done');
  let failed = 0;
  for (let at = 0; at < calls; at++) {
    failed += (await runOver(SCENARIO, (call) => (call < at ? 'done' : 'refused'))).failures;
  }
  expect(failed).toBeGreaterThan(calls);
});

test('any steps under any faults', async () => {
  const fates = fc.infiniteStream(
    fc.oneof(
      { weight: 30, arbitrary: fc.constant<CallFate>('done') },
      { weight: 1, arbitrary: fc.constantFrom<CallFate>('refused', 'unanswered') },
    ),
  );
  await fc.assert(
    fc.asyncProperty(steps({ max: 12 }), fates, async (sequence, stream) => {
      await runOver(sequence, () => stream.next().value);
    }),
    { numRuns: 150 },
  );
});
