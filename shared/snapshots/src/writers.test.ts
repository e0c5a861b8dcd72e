/**
 * Several masters write to one repository without knowing of each other: none destroys a snapshot
 * that another was told exists.
 */
import { ApiError } from '@skein/errors';
import fc from 'fast-check';
import { MemoryBlobStore, type MemoryBlobStoreOptions } from './memory_blob_store.js';
import type { RepositoryOptions, Writer } from './repository.js';
import { ROOTS_KEPT } from './root/commit_root.js';
import { steps } from './testing/arbitrary_steps.js';
import { ClusterModel, type Step } from './testing/cluster_model.js';
import { expectHeld, restoredAll, unreferenced } from './testing/inspect.js';
import { testRepository, Uuids } from './testing/test_repository.js';

const TWO_CLUSTERS: readonly Writer[] = [
  { clusterUuid: 'cluster-1', term: 1 },
  { clusterUuid: 'cluster-2', term: 1 },
];
const TWO_MASTERS: readonly Writer[] = [
  { clusterUuid: 'cluster-1', term: 1 },
  { clusterUuid: 'cluster-1', term: 2 },
];

class Rivals {
  readonly blobs = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly uuids = new Uuids();
  readonly #models: ClusterModel[] = [];

  add(writer: Writer, store: MemoryBlobStoreOptions = {}): ClusterModel {
    const options = { writer, isCompressed: false };
    const model = new ClusterModel(
      testRepository(new MemoryBlobStore(store, this.blobs), this.uuids, options),
    );
    this.#models.push(model);
    return model;
  }

  reader(options: Partial<RepositoryOptions> = {}): RepositoryOptions {
    return testRepository(new MemoryBlobStore({}, this.blobs), this.uuids, options);
  }

  /**
   * Every snapshot that a master was told exists, and that none has deleted, is whole; every
   * existing snapshot has the content that was taken.
   */
  async expectSound(): Promise<void> {
    const repository = this.reader({ writer: { clusterUuid: 'cluster-1', term: 9 } });
    const all = await restoredAll(repository);
    const tried = new Map(this.#models.flatMap((model) => [...model.tried]));
    for (const [uuid, held] of all) expectHeld(held, tried.get(uuid));
    for (const { kept } of this.#models) {
      for (const uuid of kept.keys()) {
        const isDeleted = this.#models.some((model) => model.doomed.has(uuid));
        if (!isDeleted) expect(all.has(uuid)).toBe(true);
      }
    }
    await new ClusterModel(repository).run({ kind: 'cleanUp' });
    const store = new MemoryBlobStore({}, this.blobs);
    expect(await unreferenced(repository, store)).toEqual([]);
    expect([...(await restoredAll(repository)).keys()]).toEqual([...all.keys()]);
  }
}

/**
 * Returns how many steps were refused: a step may lose against another, or find that its snapshot
 * is gone.
 */
async function runAll(model: ClusterModel, sequence: readonly Step[]): Promise<number> {
  let refused = 0;
  for (const step of sequence) {
    try {
      await model.run(step);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused++;
    }
  }
  return refused;
}

test.each([
  ['two clusters', TWO_CLUSTERS],
  ['two masters of one cluster', TWO_MASTERS],
])('%s, whose calls come in any order', async (_, writers) => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.tuple(steps({ max: 6 }), steps({ max: 6 })),
      async (scheduler, sequences) => {
        const rivals = new Rivals();
        const beforeCall: MemoryBlobStoreOptions['beforeCall'] = ({ kind, name }) =>
          scheduler.schedule(Promise.resolve('done' as const), `${kind} ${name}`);
        const runs = sequences.map((sequence, i) =>
          runAll(rivals.add(writers[i] ?? TWO_CLUSTERS[0], { beforeCall }), sequence),
        );
        for (const count of await scheduler.waitFor(Promise.all(runs))) refused += count;
        await rivals.expectSound();
      },
    ),
    { numRuns: 80 },
  );
  expect(refused).toBeGreaterThan(20);
});

test.each([
  ['another cluster', TWO_CLUSTERS],
  ['the next master', TWO_MASTERS],
])('one that slept at any call while %s went on', async (_, [sleeper, other]) => {
  const asleep = fc.nat({ max: 60 });
  const lag = fc.constantFrom(0, 0, 3);
  await fc.assert(
    fc.asyncProperty(
      steps({ max: 3 }),
      steps({ max: 3 * ROOTS_KEPT }),
      asleep,
      lag,
      async (before, meanwhile, at, listLag) => {
        const rivals = new Rivals();
        const awake = rivals.add(other ?? TWO_CLUSTERS[0]);
        let calls = 0;
        let isMeanwhile = false;
        const beforeCall = async () => {
          if (calls++ === at && !isMeanwhile) {
            isMeanwhile = true;
            await runAll(awake, meanwhile);
          }
          return 'done' as const;
        };
        const slept = rivals.add(sleeper ?? TWO_CLUSTERS[0], {
          beforeCall,
          listLag: () => (isMeanwhile ? listLag : 0),
        });
        await runAll(slept, before);
        await rivals.expectSound();
      },
    ),
    { numRuns: 100 },
  );
});
