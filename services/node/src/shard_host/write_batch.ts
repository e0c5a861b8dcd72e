/**
 * The writes of a request as columns. Most bulks are thousands of documents that ask for nothing
 * special: an object an item costs more than all the main thread does with it, and what lives as
 * long as the request is copied by each collection of garbage. What few items ask for beside their
 * operation, id and document stands in `special`, by position.
 */
import { expectDefined } from '@skein/base';
import type { ApiError } from '@skein/errors';
import type { WriteItem } from '@skein/shard';

/** An operation's number is its place here. */
export const WRITE_OPS = [
  'index',
  'create',
  'delete',
  'update',
] as const satisfies readonly WriteItem['op'][];

/** In an operation's number: the id is made by the server. */
export const AUTO_ID = 0x80;
/** In the place of a document's start: there is none. */
export const NO_BODY = 0xffffffff;

/** All that an item may ask for beside its operation, its id and its document. */
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

/** With `autoId` the id is made on the way and `id` is empty. */
export interface RoutedWrite extends WriteItem {
  /** As the client wrote it: an index, an alias with one write index, or date math. */
  readonly index: string;
  readonly requireAlias: boolean;
  /** The ingest pipeline the request names. */
  readonly pipeline?: string | undefined;
}

/** Some items of a request, one after the other. */
export interface WriteBatch {
  /** Documents are ranges of it. */
  readonly body: Uint8Array;
  /**
   * Whether the body is the request's and has no other items, so that it may be handed over with
   * these.
   */
  readonly isWhole: boolean;
  /** Index names, each once, as the client wrote them. */
  readonly names: readonly string[];
  /** By item: its name in `names`. */
  readonly nameOf: readonly number[];
  /**
   * By item: its operation in `WRITE_OPS`, with `AUTO_ID` where the id is to be made or was made.
   */
  readonly ops: readonly number[];
  /** By item; empty where one is to be made: it is put here. */
  readonly ids: string[];
  /** By item: start and length of its document. */
  readonly ranges: readonly number[];
  readonly special: ReadonlyMap<number, SpecialWrite>;
  /** By item: the ingest pipeline it names. */
  readonly pipelines: ReadonlyMap<number, string>;
  /** Items that are not to be carried out, and why. */
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
    item.requireAlias
  );
}

/** Writes that are no bulk of a client's. Documents are copied, but for a single one. */
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
