/**
 * Reads the newest root and restores everything that it names, whenever blobs that it needs have
 * changed.
 */
import { decodeIndex } from '@skein/cluster';
import { isJsonObject, parseJson } from '@skein/content';
import { asApiError } from '@skein/errors';
import {
  MemoryBlobStore,
  type RepositoryOptions,
  type RootSnapshot,
  readDetails,
  readGlobalMetadata,
  readIndexMetadata,
  readRoot,
  restoreShard,
  type SnapshotDetails,
  type StoredRoot,
} from '@skein/snapshots';
import { must, Violation } from '../violation.js';
import type { SnapshotLedger } from './ledger.js';
import { ContentsSink, UNPACED } from './shard_contents.js';
import { REPOSITORY, type World } from './world.js';

const ROOTS_KEPT = 8;

/** The blobs that were read when a snapshot was last restored. */
interface Inspected {
  /** The lists and metadata that the root names for it. */
  readonly signature: string;
  readonly blobs: ReadonlyMap<string, Uint8Array | undefined>;
}

export class Inspector {
  readonly #world: World;
  readonly #ledger: SnapshotLedger;
  readonly #repository: RepositoryOptions;
  readonly #inspected = new Map<string, Inspected>();
  #read = new Set<string>();
  #changes = -1;
  #rootBytes: Uint8Array | undefined;
  #root: StoredRoot | undefined;

  constructor(world: World, ledger: SnapshotLedger) {
    this.#world = world;
    this.#ledger = ledger;
    const beforeCall = ({ name }: { readonly name: string }) => {
      this.#read.add(name);
      return 'done' as const;
    };
    this.#repository = {
      name: REPOSITORY,
      store: world.rules.store(new MemoryBlobStore({ beforeCall }, world.blobs), world.aliases),
      nowMs: world.nowMs,
      newUuid: world.newUuid,
      writer: { clusterUuid: 'inspector', term: 0 },
      isCompressed: false,
      chunkBytes: undefined,
      turns: {
        clock: { monotonicMs: () => 0 },
        timers: { after: () => ({ cancel: () => {} }) },
      },
    };
  }

  async look(): Promise<void> {
    const { changes, blobs } = this.#world;
    if (changes === this.#changes) return;
    this.#changes = changes;
    const newest = this.#newestGeneration();
    if (newest < 0) return;
    const bytes = blobs.get(`index-${newest}`);
    if (bytes !== this.#rootBytes) {
      this.#rootBytes = bytes;
      this.#root = await readRoot(this.#repository);
      this.#ledger.rootWritten(this.#root);
    }
    for (const snapshot of this.#root?.snapshots ?? []) await this.#lookAt(snapshot);
  }

  /** Blobs that nothing refers to. */
  needless(): string[] {
    const newest = this.#newestGeneration();
    const needed = new Set(['index.latest']);
    const { snapshots = [] } = this.#root ?? {};
    for (const { uuid } of snapshots) {
      for (const name of this.#inspected.get(uuid)?.blobs.keys() ?? []) needed.add(name);
    }
    for (let generation = newest; generation > newest - ROOTS_KEPT; generation--) {
      needed.add(`index-${generation}`);
    }
    return [...this.#world.blobs.keys()].filter((name) => !needed.has(name));
  }

  #newestGeneration(): number {
    let newest = -1;
    for (const name of this.#world.blobs.keys()) {
      const digits = /^index-(\d+)$/.exec(name)?.[1];
      if (digits !== undefined) newest = Math.max(newest, Number(digits));
    }
    return newest;
  }

  async #lookAt({ uuid, name }: RootSnapshot): Promise<void> {
    const signature = this.#signatureOf(uuid);
    const known = this.#inspected.get(uuid);
    const { blobs } = this.#world;
    const isSame =
      known?.signature === signature &&
      [...known.blobs].every(([blob, bytes]) => blobs.get(blob) === bytes);
    if (isSame) return;
    this.#read = new Set();
    try {
      await this.#restoreAll(uuid);
    } catch (thrown) {
      if (thrown instanceof Violation) throw thrown;
      const { reason, cause } = asApiError(thrown);
      throw new Violation('I1', `[${name}/${uuid}] cannot be read: ${reason} ${cause ?? ''}`);
    }
    const read = [...this.#read].map((blob) => [blob, blobs.get(blob)] as const);
    this.#inspected.set(uuid, { signature, blobs: new Map(read) });
  }

  #signatureOf(uuid: string): string {
    const own = this.#root?.indices.filter(({ snapshots }) => snapshots.includes(uuid)) ?? [];
    return own.map(({ id, generations }) => `${id} ${generations.join(' ')}`).join('\n');
  }

  async #restoreAll(uuid: string): Promise<void> {
    const details = await readDetails(this.#repository, uuid);
    await readGlobalMetadata(this.#repository, uuid);
    for (const name of details.indices) await this.#restoreIndex(details, name);
  }

  async #restoreIndex({ uuid, name: snapshot, failures }: SnapshotDetails, name: string) {
    const metadata = parseJson(await readIndexMetadata(this.#repository, uuid, name, this.#root));
    must(isJsonObject(metadata), 'I1', () => `the metadata of [${name}] is no object`);
    if (!isJsonObject(metadata)) return;
    const index = this.#root?.indices.find((one) => one.name === name);
    const wanted = this.#ledger.expected(uuid).get(name);
    for (let shard = 0; shard < decodeIndex(metadata).numberOfShards; shard++) {
      const lacks = failures.some((one) => one.index === name && one.shard === shard);
      const contents = wanted?.get(shard);
      const at = `[${snapshot}/${uuid}][${name}][${shard}]`;
      must(lacks === (contents === undefined), 'I1', () => `${at} lacks its shard: ${lacks}`);
      if (contents === undefined) continue;
      const generation = index?.generations[shard] ?? '';
      const place = { snapshotUuid: uuid, indexId: index?.id ?? '', shard, generation };
      const sink = new ContentsSink();
      const { signal } = new AbortController();
      await restoreShard(this.#repository, { ...UNPACED, ...place, sink, signal });
      const wantedNames = JSON.stringify(contents);
      must(sink.holds(contents), 'I1', () => `${at} holds ${sink.names()}, not ${wantedNames}`);
    }
  }
}
