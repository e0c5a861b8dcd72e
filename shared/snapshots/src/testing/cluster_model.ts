/**
 * For tests: a cluster whose shards change, that takes snapshots of them into a repository and
 * remembers the content of each. It acts as a real cluster does: it reads the root when an
 * operation begins, and after a failure it assumes nothing.
 */
import { utf8 } from '@skein/bytes';
import { admitAll } from '../blob_store.js';
import type { RepositoryOptions } from '../repository.js';
import { readRoot } from '../root/load_root.js';
import { cloneShards } from '../shard/clone_shards.js';
import { takeShard } from '../shard/take_shard.js';
import { cleanUp } from '../snapshots/clean_up.js';
import { deleteSnapshots } from '../snapshots/delete_snapshots.js';
import { type FinalizedIndex, finalizeSnapshot } from '../snapshots/finalize_snapshot.js';
import { readIndexMetadata } from '../snapshots/read_snapshot.js';
import { type Contents, detailsOf, digests, filesOf, noProgress } from './test_repository.js';

/** For each index and shard: digests of the files by name. */
export type Held = Readonly<
  Record<string, readonly (Readonly<Record<string, string>> | undefined)[]>
>;

/** Seeds of a shard's files by name; a seed determines length and bytes. */
export type ShardSeeds = Readonly<Record<string, number>>;

export interface TakeStep {
  readonly kind: 'take';
  /** The shards of each index; `undefined` for a shard that failed. */
  readonly indices: Readonly<Record<string, readonly (ShardSeeds | undefined)[]>>;
  /** True when the snapshot is abandoned after the shards were taken. */
  readonly isAbandoned: boolean;
  /** True when the root is read again before the snapshot becomes part of it. */
  readonly adopts: boolean;
}

/** Picks choose among the existing snapshots. */
export type Step =
  | TakeStep
  | { readonly kind: 'delete'; readonly picks: readonly number[] }
  | { readonly kind: 'clone'; readonly pick: number }
  | { readonly kind: 'cleanUp' };

const { signal } = new AbortController();

export class ClusterModel {
  /** Snapshots that were reported successful and that nobody has tried to delete. */
  readonly kept = new Map<string, Held>();
  /** Snapshots that somebody has tried to delete. */
  readonly doomed = new Set<string>();
  /** The content of every attempted snapshot, successful or not. */
  readonly tried = new Map<string, Held>();
  readonly #repository: RepositoryOptions;

  constructor(repository: RepositoryOptions) {
    this.#repository = repository;
  }

  /** Runs a step; rejects if the operation does. */
  async run(step: Step): Promise<void> {
    switch (step.kind) {
      case 'take':
        return this.#take(step);
      case 'delete':
        return this.#delete(step.picks);
      case 'clone':
        return this.#clone(step.pick);
      default:
        await cleanUp(this.#repository, (await readRoot(this.#repository)).generation);
    }
  }

  async #take({ indices, isAbandoned, adopts }: TakeStep): Promise<void> {
    const repository = this.#repository;
    const uuid = repository.newUuid();
    const snapshot = { name: `snapshot-${uuid}`, uuid };
    const root = await readRoot(repository);
    const finalized: FinalizedIndex[] = [];
    const held: Record<string, (Record<string, string> | undefined)[]> = {};
    for (const [name, shards] of Object.entries(indices)) {
      const known = root.indices.find((index) => index.name === name);
      const id = known?.id ?? `id-${repository.newUuid()}`;
      const bases = known?.generations ?? [];
      const generations: (string | undefined)[] = [];
      held[name] = [];
      for (const [shard, seeds] of shards.entries()) {
        const contents = seeds === undefined ? undefined : contentsOf(seeds);
        held[name].push(contents === undefined ? undefined : digests(contents));
        if (contents === undefined) {
          generations.push(undefined);
          continue;
        }
        const place = { snapshot, indexId: id, shard, generation: bases[shard] };
        const rest = { files: filesOf(contents), admit: admitAll, progress: noProgress, signal };
        generations.push((await takeShard(repository, { ...place, ...rest })).generation);
      }
      const metadata = utf8(`metadata of ${name}, ${shards.length} shards`);
      finalized.push({ name, id, metadata, shards: generations, bases });
    }
    if (isAbandoned) return;
    const started = root.generation;
    const expected = adopts ? (await readRoot(repository)).generation : started;
    await this.#finalize(snapshot, { held, indices: finalized, started, expected });
  }

  async #finalize(
    snapshot: { readonly name: string; readonly uuid: string },
    parts: { held: Held; indices: readonly FinalizedIndex[]; started: number; expected: number },
  ): Promise<void> {
    this.tried.set(snapshot.uuid, parts.held);
    await finalizeSnapshot(this.#repository, {
      expectedGeneration: parts.expected,
      startedGeneration: parts.started,
      details: { ...detailsOf(snapshot), indices: Object.keys(parts.held) },
      globalMetadata: utf8(`global metadata of ${snapshot.uuid}`),
      indices: parts.indices,
    });
    this.kept.set(snapshot.uuid, parts.held);
  }

  async #delete(picks: readonly number[]): Promise<void> {
    const { generation, snapshots } = await readRoot(this.#repository);
    const uuids = [...new Set(picks.flatMap((pick) => pickFrom(snapshots, pick)?.uuid ?? []))];
    for (const uuid of uuids) {
      this.kept.delete(uuid);
      this.doomed.add(uuid);
    }
    await deleteSnapshots(this.#repository, { expectedGeneration: generation, uuids });
  }

  async #clone(pick: number): Promise<void> {
    const repository = this.#repository;
    const root = await readRoot(repository);
    const source = pickFrom(root.snapshots, pick);
    const held = source === undefined ? undefined : this.tried.get(source.uuid);
    if (source === undefined || held === undefined) return;
    const indices = root.indices.filter((index) => index.snapshots.includes(source.uuid));
    const uuid = repository.newUuid();
    const target = { name: `clone-${uuid}`, uuid };
    const shardsOf = ({ name, generations }: (typeof indices)[number]) =>
      generations.flatMap((generation, shard) =>
        generation === undefined || held[name]?.[shard] === undefined
          ? []
          : [{ shard, generation }],
      );
    const cloned = await cloneShards(repository, {
      source: source.uuid,
      target,
      indices: indices.map((index) => ({ id: index.id, shards: shardsOf(index) })),
    });
    const finalized = indices.map(async (index) => {
      const made = cloned.filter(({ indexId }) => indexId === index.id);
      return {
        name: index.name,
        id: index.id,
        metadata: await readIndexMetadata(repository, source.uuid, index.name, root),
        shards: index.generations.map(
          (_, at) => made.find(({ shard }) => shard === at)?.generation,
        ),
        bases: index.generations,
      };
    });
    const { generation } = root;
    const parts = { held, indices: await Promise.all(finalized) };
    await this.#finalize(target, { ...parts, started: generation, expected: generation });
  }
}

function pickFrom<T>(from: readonly T[], pick: number): T | undefined {
  return from.length === 0 ? undefined : from[pick % from.length];
}

/** Contents of which a third is stored inline and another third is longer than a part. */
function contentsOf(seeds: ShardSeeds): Contents {
  return Object.fromEntries(
    Object.entries(seeds).map(([name, seed]) => {
      const length = (seed % 3) * 5_000 + (seed % 7);
      return [name, new Uint8Array(length).fill(seed + 1)];
    }),
  );
}
