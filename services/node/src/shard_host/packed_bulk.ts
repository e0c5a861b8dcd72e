/**
 * One shard's part of a bulk, on its way to the engine thread and back. Copying thousands of item
 * objects costs more than indexing them. So properties that every item has travel in a few arrays,
 * and rare ones as objects.
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
/** Code of an item whose result is in `others`. */
const OTHER = 255;

export interface PackedBulk {
  readonly refresh: BulkRequest['refresh'];
  readonly ids: readonly string[];
  /** By position: the code of `WRITE_OPS`, flagged with `AUTO_ID` if the id was generated. */
  readonly ops: Uint8Array;
  /** Start and length of the body, for each item. */
  readonly ranges: Uint32Array;
  /** All bodies, concatenated; transferred, not copied. */
  readonly bodies: Uint8Array<ArrayBuffer>;
  /** By position: items that need more than a plain write of a document under an id. */
  readonly special: ReadonlyMap<number, Omit<WriteItem, 'body'>>;
}

export interface ShardCounts {
  readonly total: number;
  readonly successful: number;
  readonly failed: number;
}

export interface PackedReply {
  /**
   * Copies that should exist, copies that have the write, and copies that failed; absent if the
   * primary is the only copy.
   */
  readonly shards?: ShardCounts;
  readonly forcedRefresh: boolean;
  readonly primaryTerm: number;
  /** By position: the position of the result in `RESULTS`, or `OTHER`. */
  readonly codes: Uint8Array;
  readonly versions: Float64Array;
  readonly seqNos: Float64Array;
  /** By position: failures, and other results that do not fit into the arrays. */
  readonly others: ReadonlyMap<number, WriteItemResult>;
}

/** The result in the engine thread, which does not know how many copies there should be. */
export type PackedResult = Omit<PackedReply, 'shards'> & { readonly copies: WrittenCopies };

/** The items of a batch that belong to one shard. */
interface ShardItems {
  readonly positions: Uint32Array;
  /** By position: the routing value, where it is not the id. */
  readonly routings: ReadonlyMap<number, string>;
}

/**
 * Packs the items at these positions. If all items of a body go to this shard, the body is handed
 * over unchanged, with the bytes between its documents; else the documents are copied, with pauses.
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

/** Bytes copied between two pauses; the first write to fresh memory is slow. */
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

interface PackOptions {
  readonly refresh: BulkRequest['refresh'];
  /** True if the body is not needed again. */
  readonly mayHandOver: boolean;
}

/** True if the array covers all of its memory, so that it can be transferred. */
function ownsMemory(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
}

/** Unpacks the items lazily. Bodies are views of the packed ones. */
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

/** Results, packed for the main thread. */
export class PackedResults implements WriteResults {
  readonly #codes: Uint8Array;
  readonly #versions: Float64Array;
  readonly #seqNos: Float64Array;
  readonly #others = new Map<number, WriteItemResult>();
  /** Primary term of the first accepted item, which nearly all items share. */
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
    if (!result.ok || hasMore(result) || result.primaryTerm !== this.#primaryTerm) {
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

function hasMore({ get, planned }: Extract<WriteItemResult, { readonly ok: true }>): boolean {
  return get !== undefined || planned !== undefined;
}

/** The result of the i-th item, which has this id. */
export function unpackResult(packed: PackedReply, i: number, id: string): WriteItemResult {
  const { primaryTerm, versions, seqNos, others } = packed;
  const result = resultAt(packed, i);
  if (result === undefined) return expectDefined(others.get(i), 'every item has a result');
  const version = versions[i] ?? 0;
  const seqNo = seqNos[i] ?? 0;
  return { ok: true, result, id, version, seqNo, primaryTerm, get: undefined };
}

/** The result of the i-th item as its word; undefined if it is among `others`. */
export function resultAt({ codes }: PackedReply, i: number): (typeof RESULTS)[number] | undefined {
  return RESULTS[codes[i] ?? OTHER];
}
