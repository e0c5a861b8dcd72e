/**
 * Segment memory of this node: one space for all shards, in which each thread has a row. The main
 * thread neither loads nor waits; it leaves searches whose data is not loaded to other threads. The
 * circuit breakers lie beside it, with the same rows.
 */
import { meterTokens } from '@skein/analysis';
import { enterMappingMemory } from '@skein/mapping';
import {
  BreakerAccount,
  BreakerBoard,
  type BreakerLimits,
  DOCUMENT_STEP_BYTES,
  enterDocumentMemory,
  enterRequestMemory,
  enterSpace,
  LANES,
  REQUEST_STEP_BYTES,
  SegmentSpace,
  type SharedBreakers,
  type SharedSpace,
  takeDocumentMemory,
  takeMemory,
} from '@skein/search_library';
import { ReplyMemory } from './reply_memory.js';

/** The data a thread starts with. */
export interface ThreadSpaceData {
  readonly shared: SharedSpace;
  readonly breakers: SharedBreakers;
  readonly row: number;
  /**
   * True if the thread serves requests, which can be retried: the parent breaker may refuse what it
   * loads.
   */
  readonly servesRequests: boolean;
  /**
   * Most memory that one document may take while it is parsed and indexed; undefined in threads
   * that index none.
   */
  readonly documentLimitBytes?: number | undefined;
  /**
   * Most memory that the mappings of the thread's shards may take; undefined in threads without
   * mappings.
   */
  readonly mappingLimitBytes?: number | undefined;
}

/**
 * A thread calls this before its first piece of work. `heldFields`: number of mapped fields of its
 * shards.
 */
export function enterMemory(data: ThreadSpaceData, heldFields = () => 0): void {
  const { shared, breakers, row, servesRequests, documentLimitBytes, mappingLimitBytes } = data;
  const space = enterSpace(shared, { row });
  const board = new BreakerBoard(breakers, { row, segmentBytes: () => space.usedBytes });
  space.obey(board, servesRequests);
  const account = (stepBytes: number) => new BreakerAccount(board, 'request', stepBytes);
  if (servesRequests) {
    enterRequestMemory(account(REQUEST_STEP_BYTES));
    meterTokens((bytes) => takeMemory(bytes, '<tokens>'));
  }
  if (documentLimitBytes !== undefined) {
    enterDocumentMemory({ account: account(DOCUMENT_STEP_BYTES), limitBytes: documentLimitBytes });
    meterTokens(takeDocumentMemory);
  }
  if (mappingLimitBytes !== undefined) {
    meterMappings(account(DOCUMENT_STEP_BYTES), mappingLimitBytes, heldFields);
  }
}

export function meterMappings(
  account: Pick<BreakerAccount, 'refusal'>,
  limitBytes: number,
  heldFields = () => 0,
): void {
  const refusal: BreakerAccount['refusal'] = (wanted, limit, label) =>
    account.refusal(wanted, limit, label);
  enterMappingMemory({ limitBytes, heldFields, refusal });
}

interface SegmentMemoryOptions {
  /** `node.memory.limit`. */
  readonly limitBytes: number;
  /** `node.memory.document_limit`. */
  readonly documentLimitBytes: number;
  /** `node.memory.mapping_limit`. */
  readonly mappingLimitBytes: number;
  /** `indices.fielddata.cache.size`; below 0 there is no separate limit. */
  readonly fielddataBytes?: number;
  readonly engineThreads: number;
  readonly searchThreads: number;
  readonly mergeThreads: number;
}

/** The kernel slot (lane) of the main thread; search threads use those below. */
export const MAIN_LANE = LANES - 1;
/** Request bodies are counted in the smallest step of the board. */
const BODY_STEP_BYTES = 64;
/** Limit of parts in memory at once. A part takes 32 bytes, plus one for each thread. */
const MAX_PARTS = 64 * 1024;

export class SegmentMemory {
  /** Segment memory of the main thread. */
  readonly space: SegmentSpace;
  readonly breakers: BreakerBoard;
  /** Memory that the main thread holds for requests. */
  readonly requests: BreakerAccount;
  readonly bodies: BreakerAccount;
  readonly replies = new ReplyMemory();
  readonly #shared: SharedSpace;
  readonly #limitBytes: number;
  readonly #documentLimitBytes: number;
  readonly #mappingLimitBytes: number;
  readonly #searchRows: number;
  readonly #mergeRows: number;
  readonly #flushRows: number;

  constructor(options: SegmentMemoryOptions) {
    const { limitBytes, engineThreads, searchThreads, mergeThreads } = options;
    this.#limitBytes = limitBytes;
    this.#documentLimitBytes = options.documentLimitBytes;
    this.#mappingLimitBytes = options.mappingLimitBytes;
    this.#searchRows = 1 + engineThreads;
    this.#mergeRows = this.#searchRows + searchThreads;
    this.#flushRows = this.#mergeRows + mergeThreads;
    const threads = this.#flushRows + engineThreads;
    this.#shared = SegmentSpace.make({ limitBytes, threads, maxParts: MAX_PARTS });
    const space = new SegmentSpace(this.#shared, { row: 0, loads: false, patienceMs: 0 });
    space.limitMade(options.fielddataBytes ?? 0);
    const shared = BreakerBoard.make(threads);
    this.space = space;
    this.breakers = new BreakerBoard(shared, { row: 0, segmentBytes: () => space.usedBytes });
    this.requests = new BreakerAccount(this.breakers, 'request', REQUEST_STEP_BYTES);
    this.bodies = new BreakerAccount(this.breakers, 'in_flight_requests', BODY_STEP_BYTES);
  }

  /**
   * Data for a thread that is about to start. The previous thread with this number must have ended.
   */
  engine(number: number): ThreadSpaceData {
    const documentLimitBytes = this.#documentLimitBytes;
    const mappingLimitBytes = this.#mappingLimitBytes;
    return { ...this.#row(1 + number, false), documentLimitBytes, mappingLimitBytes };
  }

  search(lane: number): ThreadSpaceData {
    return this.#row(this.#searchRows + lane, true);
  }

  merge(number: number): ThreadSpaceData {
    return this.#row(this.#mergeRows + number, false);
  }

  /** There are as many flush threads as engine threads. */
  flush(number: number): ThreadSpaceData {
    return this.#row(this.#flushRows + number, false);
  }

  /** Releases what a dead thread held and counted. */
  bury({ row }: Pick<ThreadSpaceData, 'row'>): void {
    this.space.bury(row);
    this.breakers.bury(row);
  }

  /** Changes the breaker limits. Loaded segment data never exceeds `node.memory.limit`. */
  changeLimits(limits: BreakerLimits): void {
    const { limitBytes, overhead, isNoop } = limits.children.fielddata;
    const most =
      isNoop || limitBytes < 0 ? this.#limitBytes : Math.min(limitBytes, this.#limitBytes);
    const fielddata = { limitBytes: most, overhead, isNoop };
    this.breakers.changeLimits({ ...limits, children: { ...limits.children, fielddata } });
    const room = isNoop || overhead <= 1 ? most : Math.floor(most / overhead);
    if (room !== this.space.stats.limitBytes) this.space.changeLimit(room);
  }

  #row(row: number, servesRequests: boolean): ThreadSpaceData {
    this.bury({ row });
    return { shared: this.#shared, breakers: this.breakers.shared, row, servesRequests };
  }
}
