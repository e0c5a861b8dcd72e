/**
 * Most bulks are thousands of documents that ask for nothing special. They travel from the request to the shards as columns: an object an item
 * costs more than all the main thread does with it, and what lives as long as the request is copied by each collection of garbage.
 */

import { expectDefined } from '@skein/base';
import type { WriteItem } from '@skein/shard';

export const PLAIN_OPS = ['index', 'create', 'delete'] as const;
export type PlainOp = (typeof PLAIN_OPS)[number];

export const AUTO_ID = 0x80;

/** No conditions, no routing, no version. */
export const UNCONDITIONAL: Omit<WriteItem, 'op' | 'id' | 'body' | 'autoId'> = {
  routing: undefined,
  version: undefined,
  versionType: 'internal',
  ifSeqNo: undefined,
  ifPrimaryTerm: undefined,
  retryOnConflict: 0,
  fetchSource: undefined,
};

export function plainOpOf(op: number): PlainOp {
  return expectDefined(PLAIN_OPS[op & ~AUTO_ID], 'an operation');
}

/** Some items of a request, one after the other. */
export interface PlainWrites {
  /** The request's body; documents are ranges of it. */
  readonly body: Uint8Array;
  /** Whether the body has no other items, so that it may be handed over with these. */
  readonly isWhole: boolean;
  /** Index names, each once, as the client wrote them. */
  readonly names: readonly string[];
  /** By item: its name in `names`. */
  readonly nameOf: readonly number[];
  /** By item: its operation in `PLAIN_OPS`, with `AUTO_ID` once an id was made for it. */
  readonly ops: number[];
  /** By item; empty: one is to be made for it. */
  readonly ids: string[];
  /** By item: start and length of its document; a delete has none. */
  readonly ranges: readonly number[];
}
