/** After any sequence of operations on a repository, every snapshot in it is whole. */
import fc from 'fast-check';
import { MemoryBlobStore } from './memory_blob_store.js';
import { readRoot } from './root/load_root.js';
import { steps } from './testing/arbitrary_steps.js';
import { ClusterModel } from './testing/cluster_model.js';
import { expectHeld, restoredAll, unreferenced } from './testing/inspect.js';
import { testRepository, Uuids } from './testing/test_repository.js';

test('snapshots restore to what was taken, and a clean-up leaves nothing needless', async () => {
  const options = fc.record({
    isCompressed: fc.boolean(),
    chunkBytes: fc.constantFrom(undefined, 3_000),
  });
  await fc.assert(
    fc.asyncProperty(steps({ max: 12 }), options, async (sequence, chosen) => {
      const store = new MemoryBlobStore();
      const repository = testRepository(store, new Uuids(), chosen);
      const cluster = new ClusterModel(repository);
      for (const step of sequence) {
        await cluster.run(step);
        if (step.kind === 'cleanUp') expect(await unreferenced(repository, store)).toEqual([]);
      }
      const all = await restoredAll(repository);
      expect([...all.keys()].sort()).toEqual([...cluster.kept.keys()].sort());
      for (const [uuid, held] of cluster.kept) expectHeld(all.get(uuid), held);
      await cluster.run({ kind: 'cleanUp' });
      expect(await unreferenced(repository, store)).toEqual([]);
      const { snapshots } = await readRoot(repository);
      expect(snapshots.map(({ uuid }) => uuid)).toEqual([...all.keys()]);
    }),
    { numRuns: 60 },
  );
});
