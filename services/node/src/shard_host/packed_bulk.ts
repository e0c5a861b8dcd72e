/**
 * A shard's part of a bulk on its way to the engine thread and back. Copying an object for each of
 * thousands of items costs more than indexing them: what every item has travels in a few arrays,
 * and only what few items have as it is.
 */
import { expectDefined } from '@skein/base';
import type {
  BulkOutcome,
  WriteCalls,
  WriteItem,
  WriteItemResult,
  WriteResults,
  WrittenCopies,
} from '@skein/shard';
import { AUTO_ID, NO_BODY, UNCONDITIONAL, type WriteBatch, writeOpOf } from './write_batch.js';

type BulkRequest = WriteCalls['bulk']['request'];

const RESULTS = ['created', 'updated', 'deleted', 'noop', 'not_found'] as const;
/** In the place of a result's code: the item's result is among the others. */
const OTHER = 255;

export interface PackedBulk {
  readonly refresh: BulkRequest['refresh'];
  readonly ids: readonly string[];
  /** With `AUTO_ID`: the id was made for the item. */
  readonly ops: Uint8Array;
  /** Of each item: where its body starts and how long it is. */
  readonly ranges: Uint32Array;
  /** All bodies one behind the other; handed over, not copied. */
  readonly bodies: Uint8Array<ArrayBuffer>;
  /** By position: items that ask for more than to put a document under an id. */
  readonly special: ReadonlyMap<number, Omit<WriteItem, 'body'>>;
}

export interface ShardCounts {
  readonly total: number;
  readonly successful: number;
  readonly failed: number;
}

export interface PackedReply {
  /**
   * Copies there should be, those that have the write, those that failed; absent: the primary was
   * all.
   */
  readonly shards?: ShardCounts;
  readonly forcedRefresh: boolean;
  readonly primaryTerm: number;
  readonly codes: Uint8Array;
  readonly versions: Float64Array;
  readonly seqNos: Float64Array;
  /** By position: failures, and what else does not fit into the arrays. */
  readonly others: ReadonlyMap<number, WriteItemResult>;
}

/** As the engine thread knows it: how many copies there should be is none of its business. */
export type PackedResult = Omit<PackedReply, 'shards'> & { readonly copies: WrittenCopies };

/** The items of a batch that belong to one shard. */
export interface ShardItems {
  readonly positions: Uint32Array;
  /** By position: what the shard was chosen by, where that is not the id. */
  readonly routings: ReadonlyMap<number, string>;
}

/**
 * Packs the items at these positions. A body all of whose items go to this shard is handed over as
 * it is, whatever stands between its documents; else the documents are copied, with pauses.
 */
export function* packBatch(
  batch: WriteBatch,
  { positions, routings }: ShardItems,
  { refresh, mayHandOver }: PackOptions,
): Generator<void, PackedBulk> {
  const { body, ids, ops } = batch;
  const whole = mayHandOver && positions.length === ids.length && ownsMemory(body);
  const packed = {
    refresh,
    ids: whole ? ids : Array.from(positions, (position) => ids[position] ?? ''),
    ops: Uint8Array.from(positions, (position) => ops[position] ?? 0),
    special: specialItems(batch, positions, routings),
  };
  if (whole) return { ...packed, ranges: Uint32Array.from(batch.ranges), bodies: body };
  return { ...packed, ...(yield* copiedDocuments(batch, positions)) };
}

/** Bytes copied between two pauses: memory that nobody has touched is slow. */
const COPIED_AT_ONCE = 1024 * 1024;

function* copiedDocuments({ body, ranges: from }: WriteBatch, positions: Uint32Array) {
  const ranges = new Uint32Array(2 * positions.length);
  let length = 0;
  for (let i = 0; i < positions.length; i++) {
    const at = 2 * (positions[i] ?? 0);
    const hasBody = from[at] !== NO_BODY;
    const size = hasBody ? (from[at + 1] ?? 0) : 0;
    ranges[2 * i] = hasBody ? length : NO_BODY;
    ranges[2 * i + 1] = size;
    length += size;
  }
  const bodies = new Uint8Array(length);
  let copied = 0;
  for (let i = 0; i < positions.length; i++) {
    const start = from[2 * (positions[i] ?? 0)] ?? 0;
    const size = ranges[2 * i + 1] ?? 0;
    const to = ranges[2 * i] ?? 0;
    for (let at = 0; at < size; at += COPIED_AT_ONCE) {
      const end = Math.min(size, at + COPIED_AT_ONCE);
      bodies.set(body.subarray(start + at, start + end), to + at);
      copied += end - at;
      if (copied < COPIED_AT_ONCE) continue;
      copied = 0;
      yield;
    }
  }
  return { ranges, bodies };
}

function specialItems(
  { special, ids, ops }: WriteBatch,
  positions: Uint32Array,
  routings: ShardItems['routings'],
): Map<number, Omit<WriteItem, 'body'>> {
  const items = new Map<number, Omit<WriteItem, 'body'>>();
  if (special.size === 0 && routings.size === 0) return items;
  positions.forEach((position, i) => {
    const asked = special.get(position);
    const routing = routings.get(position);
    if (asked === undefined && routing === undefined) return;
    const { requireAlias: _beforehand, ...conditions } = {
      requireAlias: false,
      ...UNCONDITIONAL,
      ...asked,
    };
    const op = ops[position] ?? 0;
    const autoId = (op & AUTO_ID) !== 0;
    items.set(i, { ...conditions, op: writeOpOf(op), id: ids[position] ?? '', autoId, routing });
  });
  return items;
}

export interface PackOptions {
  readonly refresh: BulkRequest['refresh'];
  /** The body is not needed a second time. */
  readonly mayHandOver: boolean;
}

/** Whether nothing else lies in the array's memory, so that it can be handed over. */
function ownsMemory(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
}

/** The items one by one, as they are asked for. Bodies are views of the packed ones. */
export function* unpackItems(packed: PackedBulk): Generator<WriteItem> {
  const { ids, ops, ranges, bodies, special } = packed;
  for (let i = 0; i < ids.length; i++) {
    const start = ranges[2 * i] ?? NO_BODY;
    const length = ranges[2 * i + 1] ?? 0;
    const body = start === NO_BODY ? undefined : bodies.subarray(start, start + length);
    const rest = special.size === 0 ? undefined : special.get(i);
    yield rest === undefined ? plainItem(ids[i] ?? '', ops[i] ?? 0, body) : { ...rest, body };
  }
}

function plainItem(id: string, op: number, body: Uint8Array | undefined): WriteItem {
  return {
    ...UNCONDITIONAL,
    op: writeOpOf(op),
    id,
    body,
    autoId: (op & AUTO_ID) !== 0,
  };
}

/** Results on their way to the main thread. */
export class PackedResults implements WriteResults {
  readonly #codes: Uint8Array;
  readonly #versions: Float64Array;
  readonly #seqNos: Float64Array;
  readonly #others = new Map<number, WriteItemResult>();
  /** Of the first item that was accepted, and of nearly all. */
  #primaryTerm: number | undefined;
  #count = 0;

  constructor(count: number) {
    this.#codes = new Uint8Array(count).fill(OTHER);
    this.#versions = new Float64Array(count);
    this.#seqNos = new Float64Array(count);
  }

  push(result: WriteItemResult): void {
    const i = this.#count++;
    if (result.ok) this.#primaryTerm ??= result.primaryTerm;
    if (!result.ok || result.get !== undefined || result.primaryTerm !== this.#primaryTerm) {
      this.#others.set(i, result);
      return;
    }
    this.#codes[i] = RESULTS.indexOf(result.result);
    this.#versions[i] = result.version;
    this.#seqNos[i] = result.seqNo;
  }

  reply(outcome: BulkOutcome): PackedResult {
    return {
      ...outcome,
      primaryTerm: this.#primaryTerm ?? 0,
      codes: this.#codes,
      versions: this.#versions,
      seqNos: this.#seqNos,
      others: this.#others,
    };
  }
}

/** The result of the i-th item, whose id this is. */
export function unpackResult(packed: PackedReply, i: number, id: string): WriteItemResult {
  const { primaryTerm, versions, seqNos, others } = packed;
  const result = resultAt(packed, i);
  if (result === undefined) return expectDefined(others.get(i), 'every item has a result');
  const version = versions[i] ?? 0;
  const seqNo = seqNos[i] ?? 0;
  return { ok: true, result, id, version, seqNo, primaryTerm, get: undefined };
}

/** The result of the i-th item as its word; `undefined`: it is among `others`. */
export function resultAt({ codes }: PackedReply, i: number): (typeof RESULTS)[number] | undefined {
  return RESULTS[codes[i] ?? OTHER];
}
