/**
 * The memory that the threads of this node search segments in: one space for all shards, of which
 * each thread has a row. The main thread loads nothing and waits for nothing; what is not there it
 * leaves to the engines. Beside it the circuit breakers, with the same rows.
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

/** What a thread is started with. */
export interface ThreadSpaceData {
  readonly shared: SharedSpace;
  readonly breakers: SharedBreakers;
  readonly row: number;
  /** It works for requests, which may come again: the parent breaker may stop what it loads. */
  readonly servesRequests: boolean;
  /**
   * Most that a document of a client may take while it is read and indexed; `undefined` where none
   * is.
   */
  readonly documentLimitBytes?: number | undefined;
  /** Most that the mappings of its shards may take; `undefined` where there are none. */
  readonly mappingLimitBytes?: number | undefined;
}

/**
 * To be called by a thread before its first piece of work. `heldFields`: of the mappings of its
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

export interface SegmentMemoryOptions {
  /** `node.memory.limit`. */
  readonly limitBytes: number;
  /** `node.memory.document_limit`. */
  readonly documentLimitBytes: number;
  /** `node.memory.mapping_limit`. */
  readonly mappingLimitBytes: number;
  /** `indices.fielddata.cache.size`; below 0: no limit of its own. */
  readonly fielddataBytes?: number;
  readonly engineThreads: number;
  readonly searchThreads: number;
  readonly mergeThreads: number;
}

/** Where the main thread's kernels work; search threads have those below. */
export const MAIN_LANE = LANES - 1;
/** Request bodies are counted to the byte, as near as the board goes. */
const BODY_STEP_BYTES = 64;
/** Parts in memory at once: 32 bytes each, and one for each thread. */
const MAX_PARTS = 64 * 1024;

export class SegmentMemory {
  /** The main thread's. */
  readonly space: SegmentSpace;
  readonly breakers: BreakerBoard;
  /** What the main thread keeps for requests. */
  readonly requests: BreakerAccount;
  readonly bodies: BreakerAccount;
  readonly #shared: SharedSpace;
  readonly #limitBytes: number;
  readonly #documentLimitBytes: number;
  readonly #mappingLimitBytes: number;
  readonly #searchRows: number;
  readonly #mergeRows: number;

  constructor(options: SegmentMemoryOptions) {
    const { limitBytes, engineThreads, searchThreads, mergeThreads } = options;
    this.#limitBytes = limitBytes;
    this.#documentLimitBytes = options.documentLimitBytes;
    this.#mappingLimitBytes = options.mappingLimitBytes;
    this.#searchRows = 1 + engineThreads;
    this.#mergeRows = this.#searchRows + searchThreads;
    const threads = this.#mergeRows + mergeThreads;
    this.#shared = SegmentSpace.make({ limitBytes, threads, maxParts: MAX_PARTS });
    const space = new SegmentSpace(this.#shared, { row: 0, loads: false, patienceMs: 0 });
    space.limitMade(options.fielddataBytes ?? 0);
    const shared = BreakerBoard.make(threads);
    this.space = space;
    this.breakers = new BreakerBoard(shared, { row: 0, segmentBytes: () => space.usedBytes });
    this.requests = new BreakerAccount(this.breakers, 'request', REQUEST_STEP_BYTES);
    this.bodies = new BreakerAccount(this.breakers, 'in_flight_requests', BODY_STEP_BYTES);
  }

  /** For a thread about to start; nobody who had this number before is at work. */
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

  /** The thread is dead: what it held may go, and what it had counted is over. */
  bury({ row }: Pick<ThreadSpaceData, 'row'>): void {
    this.space.bury(row);
    this.breakers.bury(row);
  }

  /** Of segments there is never more in memory than `node.memory.limit`. */
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
