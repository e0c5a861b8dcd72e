/**
 * Finds the shard of each write of a batch. Each name is resolved once; an item with its own
 * routing is resolved separately. An item's error is its own and does not stop the others. Pure.
 */
import type { ClusterState, IndexMetadata } from '@skein/cluster';
import { type ApiError, asApiError, illegalArgument } from '@skein/errors';
import type { Security } from '../security/mod.js';
import { checkMayUpdate } from '../security/visibility.js';
import { type SpecialWrite, UNCONDITIONAL, type WriteBatch, writeOpOf } from '../shard_host/mod.js';
import type { WriteOptions } from './contract.js';
import { aliasProblem, type RefusedNames } from './create_missing_indices.js';
import {
  checkIdLength,
  checkStreamWrite,
  type DocumentPlace,
  placeIn,
  type WriteTarget,
  writeTarget,
} from './place.js';

/** Ids up to this length never exceed the limit of 512 bytes, whatever their characters. */
const SURELY_SHORT_ID = 170;

/** The items of one batch for one shard. */
export interface PlacedPart {
  readonly index: IndexMetadata;
  readonly shardId: number;
  /** Positions of the items in the batch, ascending. */
  readonly positions: number[];
  /** By position in the batch: the routing of the items that have one. */
  readonly routings: Map<number, string>;
}

interface PlacedBatch {
  readonly parts: readonly PlacedPart[];
  /** By position in the batch: the errors of items that no shard gets. */
  readonly refused: Map<number, ApiError>;
}

interface PlaceServices {
  readonly state: ClusterState;
  readonly security: Security;
  readonly refusedNames: RefusedNames;
  /** Positions of the items that an ingest pipeline dropped. */
  readonly dropped: ReadonlySet<number>;
}

/** Requires that every item has its id. */
export function placeBatch(
  batch: WriteBatch,
  options: WriteOptions,
  services: PlaceServices,
): PlacedBatch {
  const places = new BatchPlaces(batch, options, services);
  const { dropped } = services;
  for (let i = 0; i < batch.ids.length; i++) {
    if (dropped.size === 0 || !dropped.has(i)) places.place(i);
  }
  return places;
}

type Found = WriteTarget | { readonly error: ApiError };

class BatchPlaces implements PlacedBatch {
  readonly parts: PlacedPart[] = [];
  readonly refused: Map<number, ApiError>;
  readonly #batch: WriteBatch;
  readonly #options: WriteOptions;
  readonly #services: PlaceServices;
  /** By number of the index name: the target of its items without a routing of their own. */
  readonly #targets: (Found | undefined)[] = [];
  /** The part of each shard, by index uuid and then by shard id. */
  readonly #byShard = new Map<string, (PlacedPart | undefined)[]>();

  constructor(batch: WriteBatch, options: WriteOptions, services: PlaceServices) {
    this.#batch = batch;
    this.#options = options;
    this.#services = services;
    this.refused = new Map(batch.refused);
  }

  place(position: number): void {
    if (this.refused.size > 0 && this.refused.has(position)) return;
    try {
      this.#place(position);
    } catch (error) {
      this.refused.set(position, asApiError(error));
    }
  }

  #place(position: number): void {
    const { ids, special } = this.#batch;
    const id = ids[position] ?? '';
    if (id === '') throw illegalArgument('if _id is specified it must not be empty');
    if (id.length > SURELY_SHORT_ID) checkIdLength(id);
    const asked = special.size === 0 ? undefined : special.get(position);
    const { index, routing } = this.#targetOf(position, asked);
    this.#put(position, placeIn(index, id, routing));
  }

  #targetOf(position: number, asked: SpecialWrite | undefined): WriteTarget {
    const { nameOf, names, ops } = this.#batch;
    const number = nameOf[position] ?? 0;
    const name = names[number] ?? '';
    const { requireAlias = false, routing } = asked ?? {};
    const refusal =
      this.#services.refusedNames.get(name) ??
      (requireAlias
        ? aliasProblem(this.#services.state, { index: name, requireAlias })
        : undefined);
    if (refusal !== undefined) throw refusal;
    const target =
      routing === undefined ? this.#plainTarget(number, name) : this.#find(name, routing);
    if ('error' in target) throw target.error;
    const op = writeOpOf(ops[position] ?? 0);
    if (target.stream !== undefined) {
      const { ifSeqNo, ifPrimaryTerm } = asked ?? UNCONDITIONAL;
      checkStreamWrite(target, name, { op, ifSeqNo, ifPrimaryTerm });
    }
    if (op === 'update') {
      checkMayUpdate(this.#options.identity, target.index.name);
    }
    return target;
  }

  #plainTarget(number: number, name: string): Found {
    this.#targets[number] ??= this.#find(name, undefined);
    return this.#targets[number];
  }

  #find(name: string, routing: string | undefined): Found {
    const { state, security } = this.#services;
    const { identity, nowMs } = this.#options;
    try {
      const target = writeTarget(state, { index: name, routing }, nowMs);
      security.authorizeIndices(identity, 'indices:write', [target.index.name]);
      return target;
    } catch (error) {
      return { error: asApiError(error) };
    }
  }

  #put(position: number, { index, shardId, routing }: DocumentPlace): void {
    const shards = this.#byShard.get(index.uuid) ?? [];
    if (shards.length === 0) this.#byShard.set(index.uuid, shards);
    let part = shards[shardId];
    if (part === undefined) {
      part = { index, shardId, positions: [], routings: new Map() };
      shards[shardId] = part;
      this.parts.push(part);
    }
    part.positions.push(position);
    if (routing !== undefined) part.routings.set(position, routing);
  }
}
