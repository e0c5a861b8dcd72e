/**
 * What a node asks of shards on another one: the calls of `ShardHost`, for a copy that is there.
 * Searches and their replies travel as bytes of `CallCodec`, other requests and replies of a shard
 * as bytes of `encodePlain`, which keeps all that a structured clone keeps; documents and encoded
 * hits travel as they are.
 */
import type { Routes } from '@skein/transport';
import type { PinPurpose } from '../shard_host/mod.js';

/** A copy to read from. */
export interface CopyAddress {
  readonly indexUuid: string;
  readonly shardId: number;
}

/** The copy the sender takes for the primary, and where it knows that from. */
export interface PrimaryAddress extends CopyAddress {
  readonly allocationId: string;
  readonly primaryTerm: number;
  /** Version of the sender's cluster state: the receiver judges by one that is as new at least. */
  readonly stateVersion: number;
}

/** What a node says of itself beside every answer of a search. */
export interface NodeLoad {
  readonly serviceMs: number;
  /** Searches that wait for a thread. */
  readonly queue: number;
}

export type ShardCalls = {
  /**
   * A bulk on the primary; refused with retry_on_primary_exception when it is not here, or when
   * fewer than `activeCopies` are active.
   */
  readonly 'shard/bulk': {
    readonly request: {
      readonly primary: PrimaryAddress;
      readonly activeCopies: number;
      /** A `PackedBulk` without its bodies. */
      readonly head: Uint8Array;
      readonly bodies: Uint8Array;
    };
    readonly reply: { readonly packed: Uint8Array };
  };
  readonly 'shard/get': {
    readonly request: {
      readonly copy: CopyAddress;
      readonly get: Uint8Array;
      /** Many are read together: not in the main thread. */
      readonly inEngine: boolean;
    };
    readonly reply: { readonly result: Uint8Array };
  };
  /** One of `SearchCalls`; times on a process's clock are times before now. */
  readonly 'shard/search': {
    readonly request: {
      readonly copy: CopyAddress;
      readonly kind: string;
      readonly request: Uint8Array;
      /** The point in time to search, held there; `undefined`: the newest. */
      readonly pin: string | undefined;
      /** Hold the newest one for further calls. */
      readonly hold: boolean;
    };
    readonly reply: NodeLoad & {
      readonly reply: Uint8Array;
      /** Of the point in time that is held from now on. */
      readonly pin: string | undefined;
    };
  };
  /** Holds the newest point in time. */
  readonly 'shard/pin': {
    readonly request: { readonly copy: CopyAddress; readonly purpose: PinPurpose };
    readonly reply: { readonly pin: string };
  };
  /** One way: the pins are needed for some more time. */
  readonly 'shard/keep': {
    readonly request: { readonly pins: readonly string[] };
    readonly reply: undefined;
  };
  /** One way: the pins are needed no more. */
  readonly 'shard/release': {
    readonly request: { readonly pins: readonly string[] };
    readonly reply: undefined;
  };
  /** A call on several copies of one node, each of which answers for itself. */
  readonly 'shard/broadcast': {
    readonly request: {
      readonly call: string;
      readonly copies: readonly CopyAddress[];
      readonly request: Uint8Array;
    };
    readonly reply: { readonly outcomes: Uint8Array };
  };
};

const MINUTE_MS = 60_000;
/** Writes are not given up on because they take long: what became of them would be unknown. */
const WRITE_MS = 10 * MINUTE_MS;
/** Searches have limits of their own; this is for a node that never answers and stays connected. */
const SEARCH_MS = 60 * MINUTE_MS;

export const SHARD_ROUTES = {
  'shard/bulk': { channel: 'bulk', timeoutMs: WRITE_MS },
  'shard/get': { channel: 'reg', timeoutMs: MINUTE_MS },
  'shard/search': { channel: 'reg', timeoutMs: SEARCH_MS },
  'shard/pin': { channel: 'reg', timeoutMs: MINUTE_MS },
  'shard/keep': { channel: 'reg', timeoutMs: MINUTE_MS },
  'shard/release': { channel: 'reg', timeoutMs: MINUTE_MS },
  'shard/broadcast': { channel: 'reg', timeoutMs: SEARCH_MS },
} as const satisfies Routes & Record<keyof ShardCalls, unknown>;
