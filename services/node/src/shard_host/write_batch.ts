/**
 * The writes of a request as columns: arrays with one entry for each item. Most bulks are thousands
 * of documents without special options. An object for each item would cost more than everything
 * else the main thread does with it, and long-lived objects are copied by each garbage collection.
 * An item's rare options (all but operation, id and document) are in `special`, by its position.
 */
import { expectDefined } from '@skein/base';
import type { ApiError } from '@skein/errors';
import type { WriteItem } from '@skein/shard';

/** The code of an operation is its index here. */
export const WRITE_OPS = [
  'index',
  'create',
  'delete',
  'update',
] as const satisfies readonly WriteItem['op'][];

/** Flag in an operation's code: the server generates the id. */
export const AUTO_ID = 0x80;
/** Value of a document's start if there is no document. */
export const NO_BODY = 0xffffffff;

/** The options of an item beside its operation, id and document. */
export type WriteConditions = Omit<WriteItem, 'op' | 'id' | 'body' | 'autoId'>;

/** No conditions, no routing, no version. */
export const UNCONDITIONAL: WriteConditions = {
  routing: undefined,
  version: undefined,
  versionType: 'internal',
  ifSeqNo: undefined,
  ifPrimaryTerm: undefined,
  retryOnConflict: 0,
  fetchSource: undefined,
};

export interface SpecialWrite extends WriteConditions {
  readonly requireAlias: boolean;
}

/** With `autoId`, the id is generated later and `id` is empty. */
export interface RoutedWrite extends WriteItem {
  /** The target as the client wrote it: an index, an alias with one write index, or date math. */
  readonly index: string;
  readonly requireAlias: boolean;
  /** The ingest pipeline the request names. */
  readonly pipeline?: string | undefined;
}

/** Some consecutive items of a request. */
export interface WriteBatch {
  /** The bytes that contain all documents, as ranges. */
  readonly body: Uint8Array;
  /**
   * True if the body is the request's own and holds no other items, so that it can be handed over
   * with these.
   */
  readonly isWhole: boolean;
  /** Index names, each once, as the client wrote them. */
  readonly names: readonly string[];
  /** By item: its name in `names`. */
  readonly nameOf: readonly number[];
  /** By item: its code in `WRITE_OPS`, with `AUTO_ID` if the id is generated. */
  readonly ops: readonly number[];
  /** By item; empty where an id is still to be generated, which is then stored here. */
  readonly ids: string[];
  /** By item: start and length of its document. */
  readonly ranges: readonly number[];
  readonly special: ReadonlyMap<number, SpecialWrite>;
  /** By item: the ingest pipeline it names. */
  readonly pipelines: ReadonlyMap<number, string>;
  /** Errors of refused items, by item. */
  readonly refused: ReadonlyMap<number, ApiError>;
}

export function writeOpOf(op: number): WriteItem['op'] {
  return expectDefined(WRITE_OPS[op & ~AUTO_ID], 'every item has an operation');
}

export function isSpecial(item: RoutedWrite): boolean {
  return !isUnconditional(item);
}

export function isUnconditional(item: SpecialWrite): boolean {
  return !(
    item.routing !== undefined ||
    item.version !== undefined ||
    item.versionType !== 'internal' ||
    item.ifSeqNo !== undefined ||
    item.ifPrimaryTerm !== undefined ||
    item.retryOnConflict !== 0 ||
    item.fetchSource !== undefined ||
    item.detectNoop !== undefined ||
    item.docAsUpsert !== undefined ||
    item.planOnly !== undefined ||
    item.requireAlias
  );
}

/**
 * Makes a batch of writes that are no client's bulk. Documents are copied, except for a single one.
 */
export function batchOf(writes: readonly RoutedWrite[]): WriteBatch {
  const numbers = new Map<string, number>();
  const body = joinedBodies(writes);
  const special = new Map<number, SpecialWrite>();
  const pipelines = new Map<number, string>();
  const ranges: number[] = [];
  let end = 0;
  const nameOf = writes.map((write, i) => {
    const { op, id, index, autoId, body: document, pipeline, ...rest } = write;
    if (pipeline !== undefined) pipelines.set(i, pipeline);
    if (isSpecial(write)) special.set(i, rest);
    ranges.push(document === undefined ? NO_BODY : end, document?.length ?? 0);
    end += document?.length ?? 0;
    const number = numbers.get(index) ?? numbers.size;
    numbers.set(index, number);
    return number;
  });
  return {
    body,
    isWhole: false,
    names: [...numbers.keys()],
    nameOf,
    ops: writes.map(({ op, autoId }) => WRITE_OPS.indexOf(op) | (autoId ? AUTO_ID : 0)),
    ids: writes.map(({ id }) => id),
    ranges,
    special,
    pipelines,
    refused: new Map(),
  };
}

function joinedBodies(writes: readonly RoutedWrite[]): Uint8Array {
  const [only] = writes;
  if (writes.length === 1 && only?.body !== undefined) return only.body;
  const joined = new Uint8Array(writes.reduce((sum, { body }) => sum + (body?.length ?? 0), 0));
  let end = 0;
  for (const { body } of writes) {
    if (body === undefined) continue;
    joined.set(body, end);
    end += body.length;
  }
  return joined;
}
