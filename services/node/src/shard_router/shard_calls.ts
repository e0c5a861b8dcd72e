/**
 * The calls of a node to shards on another one: those of `ShardHost`, for a copy there. Searches
 * and their replies travel as bytes of `CallCodec`; other requests and replies of a shard as bytes
 * of `encodePlain`, which keeps all that a structured clone keeps. Documents and encoded hits
 * travel unchanged.
 */
import type { PlainBytes } from '@skein/bytes';
import type { CopyCalls, GetRequest, GetResult, SearchCalls } from '@skein/shard';
import type { Routes } from '@skein/transport';
import type { BroadcastCall, PackedBulk, PackedReply, PinPurpose } from '../shard_host/mod.js';
import type { Outcome } from './copy_groups.js';

/** A copy to read from. */
export interface CopyAddress {
  readonly indexUuid: string;
  readonly shardId: number;
}

/** The copy that the sender believes to be the primary, and the state it believes that by. */
export interface PrimaryAddress extends CopyAddress {
  readonly allocationId: string;
  readonly primaryTerm: number;
  /** Version of the sender's cluster state. The receiver decides by a state at least as new. */
  readonly stateVersion: number;
}

/** A node's load, reported with every answer of a search. */
export interface NodeLoad {
  readonly serviceMs: number;
  /** Number of searches that wait for a thread. */
  readonly queue: number;
}

export type ShardCalls = {
  /**
   * A bulk on the primary; refused with retry_on_primary_exception if the primary is not here or
   * fewer than `activeCopies` are active.
   */
  readonly 'shard/bulk': {
    readonly request: {
      readonly primary: PrimaryAddress;
      readonly activeCopies: number;
      readonly head: PlainBytes<Omit<PackedBulk, 'bodies'>>;
      readonly bodies: Uint8Array;
    };
    readonly reply: { readonly packed: PlainBytes<PackedReply> };
  };
  readonly 'shard/get': {
    readonly request: {
      readonly copy: CopyAddress;
      readonly get: PlainBytes<GetRequest>;
      /** True if many documents are read together, so that they are not read in the main thread. */
      readonly inEngine: boolean;
    };
    readonly reply: { readonly result: PlainBytes<GetResult> };
  };
  /** One of `SearchCalls`. Times are sent as offsets from now. */
  readonly 'shard/search': {
    readonly request: {
      readonly copy: CopyAddress;
      readonly kind: keyof SearchCalls;
      readonly request: Uint8Array;
      /** Name of a point in time held on the receiver; undefined for the newest. */
      readonly pin: string | undefined;
      /** True if the newest one must be held for further calls. */
      readonly hold: boolean;
    };
    readonly reply: NodeLoad & {
      readonly reply: Uint8Array;
      /** Name of the point in time that is held from now on. */
      readonly pin: string | undefined;
    };
  };
  /** Makes the node hold the newest point in time. */
  readonly 'shard/pin': {
    readonly request: { readonly copy: CopyAddress; readonly purpose: PinPurpose };
    readonly reply: { readonly pin: string };
  };
  /** One-way: renews the pins. */
  readonly 'shard/keep': {
    readonly request: { readonly pins: readonly string[] };
    readonly reply: undefined;
  };
  /** One-way: releases the pins. */
  readonly 'shard/release': {
    readonly request: { readonly pins: readonly string[] };
    readonly reply: undefined;
  };
  /** A call on several copies of one node, each with its own outcome. */
  readonly 'shard/broadcast': {
    readonly request: {
      readonly call: BroadcastCall;
      /**
       * Version of the state that assigns the copies; the receiver applies it before it makes the
       * call. Absent: the sender is of an older build.
       */
      readonly stateVersion?: number;
      readonly copies: readonly CopyAddress[];
      readonly request: PlainBytes<CopyCalls[BroadcastCall]['request']>;
    };
    readonly reply: { readonly outcomes: PlainBytes<readonly Outcome[]> };
  };
};

const MINUTE_MS = 60_000;
/** A slow write is not given up early, because its result would be unknown. */
const WRITE_MS = 10 * MINUTE_MS;
/**
 * Searches have their own timeouts; this one is for a node that never answers and stays connected.
 */
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
