/**
 * The implementation of `DocumentRouter`. Every write is a batch. It waits until there is a master,
 * sends the items through their ingest pipelines, creates the missing indices, generates the
 * missing ids, finds the shard of each item, and sends each shard its items in one call. Items are
 * independent: the error of one is its own result.
 */
import { type Clock, type Random, Slices, type Timers } from '@skein/base';
import { asApiError, illegalArgument, toPlainError } from '@skein/errors';
import type { GetRequest } from '@skein/shard';
import type { MasterService } from '../master_service/mod.js';
import type { PipelineRunner } from '../pipeline_runner/mod.js';
import { authorizeName } from '../security/index_access.js';
import type { Security } from '../security/mod.js';
import {
  batchOf,
  type IndexingPressure,
  type RoutedWrite,
  type ShardHost,
  type WriteBatch,
} from '../shard_host/mod.js';
import { preferenceOfRead, readFromCopies, type ShardRouter } from '../shard_router/mod.js';
import {
  type BatchOutcome,
  onlyResult,
  type RoutedWriteResult,
  resultsOf,
} from './batch_outcome.js';
import type {
  BulkOutcome,
  DocumentRouter,
  LocatedGet,
  ReadOptions,
  RoutedGet,
  RoutedGetResult,
  WriteOptions,
} from './contract.js';
import { createMissingIndices } from './create_missing_indices.js';
import type { DocumentStatuses } from './document_statuses.js';
import { makeIds, removeIds } from './made_ids.js';
import { updateThroughPipelines } from './piped_update.js';
import { type DocumentPlace, readPlace } from './place.js';
import { placeBatch } from './place_batch.js';
import { showWritten } from './show_written.js';
import { lacksMaster, waitForMaster } from './wait_for_master.js';
import { writePart } from './write_part.js';

export interface DocumentRouterOptions {
  readonly masterService: MasterService;
  readonly shardRouter: Pick<ShardRouter, 'copies' | 'read' | 'write'>;
  readonly shardHost: Pick<ShardHost, 'runShardless'>;
  readonly security: Security;
  readonly pressure: IndexingPressure;
  readonly documentStatuses: Pick<DocumentStatuses, 'count'>;
  readonly pipelineRunner: Pick<PipelineRunner, 'hasPipelines' | 'run'>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
}

const NONE: ReadonlySet<number> = new Set();

interface Ingested {
  readonly batch: WriteBatch;
  /** Positions of the items that a pipeline dropped. */
  readonly dropped: ReadonlySet<number>;
  /** Start of the request, of the monotonic clock. */
  readonly startedMs: number;
}

export function createDocumentRouter(options: DocumentRouterOptions): DocumentRouter {
  return new ShardDocumentRouter(options);
}

/**
 * Limit of concurrent gets of one request. More would only wait in memory, and block the event loop
 * while they are sent.
 */
const GETS_AT_ONCE = 500;

/**
 * A request of up to this many gets reads them in this thread if possible. A larger one leaves all
 * of them to the shards' engine threads, so that other requests get their turn.
 */
const GETS_READ_HERE = 16;

class ShardDocumentRouter implements DocumentRouter {
  readonly #options: DocumentRouterOptions;

  constructor(options: DocumentRouterOptions) {
    this.#options = options;
  }

  async write(given: WriteBatch, options: WriteOptions): Promise<BatchOutcome> {
    const { masterService, clock, documentStatuses } = this.#options;
    const startedMs = clock.monotonicMs();
    if (lacksMaster(masterService.state())) await waitForMaster(masterService, options);
    const ingesting = this.#options.pipelineRunner.run(given, options);
    const ingested = ingesting === undefined ? undefined : await ingesting;
    const { batch, dropped } = ingested ?? { batch: given, dropped: NONE };
    const ingestMs = ingested && Math.round(clock.monotonicMs() - startedMs);
    const outcome = await this.#writeIngested({ batch, dropped, startedMs }, options);
    documentStatuses.count(outcome);
    return { ...outcome, ingestMs };
  }

  /** Writes items that have been through their pipelines. */
  async #writeIngested(
    { batch, dropped, startedMs }: Ingested,
    options: WriteOptions,
  ): Promise<BatchOutcome> {
    const { masterService, security, shardHost, clock, random } = this.#options;
    const turns = this.#options;
    const services = { masterService, security, shardHost, turns };
    const refusedNames = await createMissingIndices(batch, options, services);
    if (lacksMaster(masterService.state())) {
      // The master may have been lost again while this write was waiting.
      const leftMs = leftOf(options.timeoutMs, clock.monotonicMs() - startedMs);
      await waitForMaster(masterService, { ...options, timeoutMs: leftMs });
    }
    makeIds(batch, dropped, random);
    const ground = { state: masterService.state(), security, refusedNames, dropped };
    const { parts, refused } = placeBatch(batch, options, ground);
    removeIds(batch, refused);
    const write = () =>
      Promise.all(parts.map((part) => writePart(part, batch, options, this.#options)));
    const bytes = batch.body.length;
    const written = await this.#options.pressure.during('coordinating', { bytes }, write);
    const tookMs = Math.round(clock.monotonicMs() - startedMs);
    return { tookMs, batch, parts: written, refused, dropped };
  }

  async show(
    outcomes: readonly BatchOutcome[],
    options: WriteOptions,
  ): ReturnType<DocumentRouter['show']> {
    const { clock } = this.#options;
    const startedMs = clock.monotonicMs();
    const shown = await showWritten(outcomes, options, this.#options);
    return { tookMs: Math.round(clock.monotonicMs() - startedMs), outcomes: shown };
  }

  async bulk(
    items: readonly RoutedWrite[],
    { handsOver = false, ...options }: Parameters<DocumentRouter['bulk']>[1],
  ): Promise<BulkOutcome> {
    const batch = { ...batchOf(items), isWhole: handsOver && items.length === 1 };
    const outcome = await this.write(batch, options);
    return { tookMs: outcome.tookMs, results: resultsOf(outcome) };
  }

  async update(item: RoutedWrite, options: WriteOptions): Promise<RoutedWriteResult> {
    const { masterService, pipelineRunner, clock, documentStatuses } = this.#options;
    if (lacksMaster(masterService.state())) await waitForMaster(masterService, options);
    const startedMs = clock.monotonicMs();
    const send = (batch: WriteBatch, sending: WriteOptions) =>
      this.#writeIngested({ batch, dropped: NONE, startedMs }, sending);
    if (pipelineRunner.hasPipelines(item.index, options.nowMs)) {
      return updateThroughPipelines(item, options, {
        plan: send,
        write: (batch) => this.write(batch, options),
        end: (planned) => documentStatuses.count(planned),
      });
    }
    const outcome = await send({ ...batchOf([item]), isWhole: true }, options);
    documentStatuses.count(outcome);
    return onlyResult(outcome);
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
    if (request.id === '') throw illegalArgument("Ids can't be empty");
    const get = shardGet(request, place);
    const preference = preferenceOfRead(state, place.index, request);
    const copies = shardRouter.copies(state, place, preference);
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
    // Gets that are refused before they reach a shard never wait, so the loop pauses by itself.
    const slices = new Slices(this.#options);
    for (let start = 0; start < gets.length; start += GETS_AT_ONCE) {
      options.signal.throwIfAborted();
      const slice = gets.slice(start, start + GETS_AT_ONCE);
      results.push(
        ...(await Promise.all(slice.map((request) => this.#getOr(request, options, where)))),
      );
      await slices.pause();
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
}

/** The rest of a timeout; a negative one has no end. */
function leftOf(timeoutMs: number, passedMs: number): number {
  return timeoutMs < 0 ? timeoutMs : Math.max(0, timeoutMs - passedMs);
}

/**
 * The request without its index and preference. It is copied member by member, because this runs
 * for every get, and leaving members out of a spread copy is slow.
 */
function shardGet(request: RoutedGet, place: DocumentPlace): GetRequest {
  const { id, realtime, refresh, version, versionType, source, storedFields } = request;
  const { routing } = place;
  return { id, routing, realtime, refresh, version, versionType, source, storedFields };
}
