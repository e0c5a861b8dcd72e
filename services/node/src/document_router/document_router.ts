/**
 * The actor behind `DocumentRouter`. Every document request is a bulk: its items are brought to the shards they belong to, each shard
 * gets its share in one call, and the answers go back into the order of the request. Items stand for themselves: what
 * goes wrong with one is its result.
 */
import { type Clock, type Random, randomDocumentId } from '@skein/base';
import type { ClusterState } from '@skein/cluster';
import { type ApiError, asApiError, toPlainError } from '@skein/errors';
import type { GetRequest, WriteItem } from '@skein/shard';
import type { MasterService } from '../master_service/mod.js';
import { authorizeName } from '../security/index_access.js';
import type { Security } from '../security/mod.js';
import { checkMayUpdate } from '../security/visibility.js';
import { type PlainWrites, packBulk, unpackReply } from '../shard_host/mod.js';
import { readFromCopies, type ShardRouter } from '../shard_router/mod.js';
import { createMissingIndices } from './create_missing_indices.js';
import type {
  BulkOutcome,
  DocumentRouter,
  LocatedGet,
  ReadOptions,
  RoutedGet,
  RoutedGetResult,
  RoutedWrite,
  RoutedWriteResult,
  WriteOptions,
} from './mod.js';
import { type DocumentPlace, readPlace, writePlace } from './place.js';
import { writeToPrimary } from './primary_writes.js';
import { lacksMaster, waitForMaster } from './wait_for_master.js';
import { type PlainOutcome, writePlain } from './write_plain.js';

export interface DocumentRouterOptions {
  readonly masterService: MasterService;
  readonly shardRouter: Pick<ShardRouter, 'copies' | 'read' | 'write'>;
  readonly security: Security;
  readonly clock: Clock;
  readonly random: Random;
}

export function createDocumentRouter(options: DocumentRouterOptions): DocumentRouter {
  return new ShardDocumentRouter(options);
}

/** The items of one bulk for one shard, with their places in the request. */
interface ShardGroup {
  readonly place: DocumentPlace;
  readonly positions: number[];
  readonly items: WriteItem[];
}

/** Gets of one request under way together: more would only wait in memory, and hold the loop while they are sent. */
const GETS_AT_ONCE = 500;

/** Up to so many gets of one request are read here where they can; more are left to the shards' engines, so that other requests have their turn. */
const GETS_READ_HERE = 16;

const NO_SHARDS = { total: 0, successful: 0, failed: 0 };

class ShardDocumentRouter implements DocumentRouter {
  readonly #options: DocumentRouterOptions;

  constructor(options: DocumentRouterOptions) {
    this.#options = options;
  }

  async bulk(items: readonly RoutedWrite[], options: WriteOptions): Promise<BulkOutcome> {
    const { masterService, security, clock } = this.#options;
    const startedMs = clock.monotonicMs();
    if (lacksMaster(masterService.state())) await waitForMaster(masterService, options);
    const refusalOf = await createMissingIndices(items, options, { masterService, security });
    const results: RoutedWriteResult[] = new Array(items.length);
    const groups = new Map<string, ShardGroup>();
    const state = masterService.state();
    items.forEach((item, position) => {
      const error = refusalOf(item);
      if (error !== undefined) results[position] = failedItem(item, item.index, error);
      else this.#route({ item, position, state, options, groups, results });
    });
    await Promise.all([...groups.values()].map((group) => this.#write(group, options, results)));
    return { tookMs: Math.round(clock.monotonicMs() - startedMs), results };
  }

  writePlain(writes: PlainWrites, options: WriteOptions): Promise<PlainOutcome | undefined> {
    return writePlain(writes, options, this.#options);
  }

  get(request: RoutedGet, options: ReadOptions): LocatedGet | Promise<LocatedGet> {
    return this.#get(request, options, 'here');
  }

  #get(
    request: RoutedGet,
    options: ReadOptions,
    where: 'here' | 'engine',
  ): LocatedGet | Promise<LocatedGet> {
    const { masterService, security, shardRouter, clock } = this.#options;
    const { identity } = options;
    const [state, nowMs] = [masterService.state(), clock.nowMs()];
    authorizeName(state, request.index, { security, identity, nowMs }, ['indices:read']);
    const place = readPlace(state, request, nowMs);
    const get = shardGet(request, place);
    const copies = shardRouter.copies(state, place, request.preference);
    const found = readFromCopies(copies, options, (copy) => {
      const reader = shardRouter.read(copy, options);
      return where === 'engine' ? reader.getInEngine(get) : reader.get(get);
    });
    const index = place.index.name;
    return found instanceof Promise
      ? found.then((result) => ({ index, result }))
      : { index, result: found };
  }

  async multiGet(
    gets: readonly RoutedGet[],
    options: ReadOptions,
  ): Promise<readonly RoutedGetResult[]> {
    const where = gets.length <= GETS_READ_HERE ? 'here' : 'engine';
    const results: RoutedGetResult[] = [];
    for (let start = 0; start < gets.length; start += GETS_AT_ONCE) {
      const slice = gets.slice(start, start + GETS_AT_ONCE);
      results.push(
        ...(await Promise.all(slice.map((request) => this.#getOr(request, options, where)))),
      );
    }
    return results;
  }

  async #getOr(
    request: RoutedGet,
    options: ReadOptions,
    where: 'here' | 'engine',
  ): Promise<RoutedGetResult> {
    try {
      return await this.#get(request, options, where);
    } catch (error) {
      const { index, id } = request;
      return { index, id, error: toPlainError(asApiError(error)) };
    }
  }

  /** Puts the item into its shard's group, or its error into the results. */
  #route(routing: {
    readonly item: RoutedWrite;
    readonly position: number;
    readonly state: ClusterState;
    readonly options: WriteOptions;
    readonly groups: Map<string, ShardGroup>;
    readonly results: RoutedWriteResult[];
  }): void {
    const { item, position, state, options, groups, results } = routing;
    try {
      const { clock, random, security } = this.#options;
      const id = item.autoId ? randomDocumentId(random) : item.id;
      const place = writePlace(state, { ...item, id }, clock.nowMs());
      security.authorizeIndices(options.identity, 'indices:write', [place.index.name]);
      if (item.op === 'update') checkMayUpdate(options.identity, place.index.name);
      const key = `${place.index.uuid}/${place.shardId}`;
      let group = groups.get(key);
      if (group === undefined) {
        group = { place, positions: [], items: [] };
        groups.set(key, group);
      }
      group.positions.push(position);
      group.items.push(shardItem(item, id, place.routing));
    } catch (error) {
      results[position] = failedItem(item, item.index, asApiError(error));
    }
  }

  async #write(
    group: ShardGroup,
    options: WriteOptions,
    results: RoutedWriteResult[],
  ): Promise<void> {
    const { place, positions, items } = group;
    const { index, shardId } = place;
    try {
      const { refresh } = options;
      const pack = () => packBulk({ items, refresh });
      const packed = await writeToPrimary({ index, shardId, options, pack }, this.#options);
      const reply = unpackReply(
        packed,
        items.map(({ id }) => id),
      );
      const { forcedRefresh } = reply;
      const all = { total: 1 + index.numberOfReplicas, successful: 1, failed: 0 };
      const written = packed.shards ?? all;
      reply.results.forEach((result, i) => {
        const noop = result.ok && result.result === 'noop';
        const shards = noop ? NO_SHARDS : written;
        results[positions[i] ?? 0] = { index: index.name, result, forcedRefresh, shards };
      });
    } catch (error) {
      const failure = asApiError(error);
      positions.forEach((position, i) => {
        const id = items[i]?.id ?? '';
        results[position] = failedItem({ id }, index.name, failure);
      });
    }
  }
}

function shardItem(item: RoutedWrite, id: string, routing: string | undefined): WriteItem {
  const { index: _index, requireAlias: _requireAlias, ...write } = item;
  return { ...write, id, routing };
}

/** Member by member: leaving some out of a copy is slow, and this is done for every get. */
function shardGet(request: RoutedGet, place: DocumentPlace): GetRequest {
  const { id, realtime, refresh, version, versionType, source, storedFields } = request;
  const { routing } = place;
  return { id, routing, realtime, refresh, version, versionType, source, storedFields };
}

function failedItem(
  item: { readonly id: string },
  index: string,
  error: ApiError,
): RoutedWriteResult {
  return {
    index,
    result: { ok: false, id: item.id, error: toPlainError(error) },
    forcedRefresh: false,
    shards: { total: 0, successful: 0, failed: 0 },
  };
}
