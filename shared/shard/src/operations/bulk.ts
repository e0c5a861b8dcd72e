/**
 * Executes one bulk's items for this shard, one after the other. Each item is independent: its
 * error is its result. The call is answered when all items are durable, and searchable if
 * requested. Items are produced lazily and results are written directly to their destination: an
 * object that lived until all of thousands of items are done would be copied by every garbage
 * collection on the way.
 */
import type { WriteOutcome } from '@skein/engine';
import { ApiError } from '@skein/errors';
import type { ParsedDocument } from '@skein/mapping';
import type { WriteCalls, WriteItem, WriteItemResult } from '../calls.js';
import type { LocalShard } from '../local_shard.js';
import type { WrittenCopies } from '../replication/open_writes.js';
import { UpdateOperation } from './update.js';

/**
 * A document may need the mapping changed more than once when other writes change it too; after
 * this many rounds something is wrong.
 */
const MAX_MAPPING_ROUNDS = 16;
const EMPTY = new Uint8Array(0);

export interface WriteItems {
  readonly items: Iterable<WriteItem>;
  readonly refresh: WriteCalls['bulk']['request']['refresh'];
}

export interface BulkOutcome {
  readonly copies: WrittenCopies;
  /** True if too many requests were waiting for a refresh. */
  readonly forcedRefresh: boolean;
}

const ONLY_COPY: WrittenCopies = { successful: 1, failed: 0 };

/** Receives the items' results in order. */
export interface WriteResults {
  push(result: WriteItemResult): unknown;
}

export class BulkOperation {
  readonly #shard: LocalShard;
  readonly #request: WriteItems;

  constructor(shard: LocalShard, request: WriteItems) {
    this.#shard = shard;
    this.#request = request;
  }

  /** Runs the bulk. The results are valid only when it resolves. */
  async run(results: WriteResults): Promise<BulkOutcome> {
    this.#shard.checkPressure();
    const fromWrite = this.#shard.copy?.nextWrite ?? 0;
    let rejection: ApiError | undefined;
    for (const item of this.#request.items) {
      const admission = rejection === undefined ? this.#shard.copy?.admit() : undefined;
      if (admission !== undefined) rejection = await rejectionOf(admission);
      const pending =
        rejection === undefined ? this.#runItem(item) : this.#refused(item, rejection);
      results.push(pending instanceof Promise ? await pending : pending);
    }
    const copies = await this.#acknowledged(fromWrite);
    if (this.#shard.engine.failure !== undefined) throw this.#shard.engine.failure;
    return { copies, forcedRefresh: await this.#refresh() };
  }

  /**
   * Waits until the writes are durable here and, if there are other copies, on every in-sync copy.
   */
  async #acknowledged(fromWrite: number): Promise<WrittenCopies> {
    const { engine, options, copy } = this.#shard;
    if (copy !== undefined) return copy.acknowledged(fromWrite);
    if (engine.needsSync && engine.settings.durability === 'request') await options.durable();
    return ONLY_COPY;
  }

  async #refresh(): Promise<boolean> {
    switch (this.#request.refresh) {
      case 'false':
        return false;
      case 'true':
        this.#shard.refresh();
        return true;
      case 'wait_for':
        return this.#shard.nextRefresh();
    }
  }

  /** Returns a promise only when the item has to wait: most do not, and a bulk has thousands. */
  #runItem(item: WriteItem): WriteItemResult | Promise<WriteItemResult> {
    try {
      if (item.op === 'delete') return accepted(item, this.#shard.delete(item));
      if (item.op === 'update') return this.#update(item);
      const parsed = this.#parse(item, item.body ?? EMPTY);
      if (parsed.dynamicUpdate === undefined) return accepted(item, this.#index(item, parsed));
      return this.#indexAfterMapping(item, parsed);
    } catch (error) {
      return this.#refused(item, error);
    }
  }

  async #update(item: WriteItem): Promise<WriteItemResult> {
    try {
      return await new UpdateOperation(this.#shard, item, this).run();
    } catch (error) {
      return this.#refused(item, error);
    }
  }

  async #indexAfterMapping(item: WriteItem, first: ParsedDocument): Promise<WriteItemResult> {
    try {
      return accepted(item, this.#index(item, await this.mapped(item, item.body ?? EMPTY, first)));
    } catch (error) {
      return this.#refused(item, error);
    }
  }

  /** Parses the document with a mapping that has all its fields. */
  async mapped(
    item: WriteItem,
    source: Uint8Array,
    first = this.#parse(item, source),
  ): Promise<ParsedDocument> {
    const { options, mapping } = this.#shard;
    let parsed = first;
    for (let round = 0; parsed.dynamicUpdate !== undefined; round++) {
      if (round === MAX_MAPPING_ROUNDS) {
        throw new ApiError('illegal_state_exception', `mapping of [${item.id}] does not settle`);
      }
      mapping.checkRoom(parsed.dynamicUpdate);
      mapping.change(await options.putMapping(parsed.dynamicUpdate));
      parsed = this.#parse(item, source);
    }
    return parsed;
  }

  #parse(item: WriteItem, source: Uint8Array): ParsedDocument {
    try {
      return this.#shard.parse(source, item.id, item.routing);
    } catch (error) {
      this.#shard.engine.counters.indexFailed++;
      throw error;
    }
  }

  #index(item: WriteItem, parsed: ParsedDocument): WriteOutcome {
    const { id, routing, autoId, version, versionType, ifSeqNo, ifPrimaryTerm } = item;
    return this.#shard.index({
      id,
      routing,
      autoId,
      version,
      versionType,
      ifSeqNo,
      ifPrimaryTerm,
      create: item.op === 'create',
      source: item.body ?? EMPTY,
      document: parsed,
    });
  }

  #refused(item: WriteItem, error: unknown): WriteItemResult {
    return { ok: false, id: item.id, error: this.#shard.itemError(error) };
  }
}

/**
 * The error if too much waits, which refuses the items that are left: earlier ones may be written
 * already. Rejects with any other error, after which the outcome of all items is unknown.
 */
async function rejectionOf(admission: Promise<void>): Promise<ApiError | undefined> {
  try {
    await admission;
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.type === 'es_rejected_execution_exception') return error;
    throw error;
  }
}

function accepted(item: WriteItem, outcome: WriteOutcome): WriteItemResult {
  const { result, version, seqNo, primaryTerm } = outcome;
  return { ok: true, id: item.id, result, version, seqNo, primaryTerm, get: undefined };
}
