/**
 * The calls between the main thread and its shard threads, as typed tables for both directions.
 * Plain data.
 */

import type { MessagePort } from 'node:worker_threads';
import type { LogFields, LogLevel } from '@skein/base';
import type { CopyRef, CopyReply, Report } from '@skein/cluster';
import type { BlocksAsk, MailboxMemory } from '@skein/platform';
import type { ScriptConfiguration } from '@skein/script';
import type { ShardContext } from '@skein/search';
import type { FlushJob, MergeJob, ReaderSnapshot } from '@skein/search_library';
import type {
  AppliedCopies,
  CopyMessage,
  FileAnswer,
  FileMessage,
  FileReply,
  MappingVersion,
  OpenShardRequest,
  RecoveryState,
  RemoteAnswer,
  RemoteMessage,
  SearchCalls,
  ShardEvent,
  ShardlessCalls,
  WriteCalls,
} from '@skein/shard';
import type { BufferBudgetData } from '../memory/buffer_budget.js';
import type { ThreadSpaceData } from '../memory/segment_memory.js';
import type { PackedBulk, PackedResult } from '../packed_bulk.js';

/** `<index uuid>/<shard id>`: names a shard on this node. */
export type ShardKey = string;

export function shardKey(indexUuid: string, shardId: number): ShardKey {
  return `${indexUuid}/${shardId}`;
}

type Nothing = Record<string, never>;

type Write<K extends keyof WriteCalls> = {
  readonly request: { readonly key: ShardKey; readonly request: WriteCalls[K]['request'] };
  readonly reply: WriteCalls[K]['reply'];
};

/** The result of a bulk. */
export type WrittenReply = PackedResult & {
  /** No operation of the shard has a higher sequence number by now. */
  readonly maxSeqNo: number;
};

/** The calls of a shard's write side that travel as they are. */
export type ShardWriteCalls = {
  readonly [K in Exclude<keyof WriteCalls, 'bulk'>]: Write<K>;
};

/** Calls that an engine thread answers. */
export type EngineThreadCalls = ShardWriteCalls & {
  readonly bulk: {
    readonly request: { readonly key: ShardKey; readonly packed: PackedBulk };
    readonly reply: WrittenReply;
  };
  readonly open: {
    readonly request: {
      readonly key: ShardKey;
      readonly open: OpenShardRequest;
      /** Number of this opening on the node. */
      readonly opening: number;
    };
    readonly reply: Nothing;
  };
  readonly close: {
    readonly request: {
      readonly key: ShardKey;
      /** True if the index is deleted. */
      readonly isDiscarded: boolean;
    };
    readonly reply: Nothing;
  };
  readonly change_mapping: {
    readonly request: { readonly key: ShardKey; readonly mapping: MappingVersion };
    readonly reply: Nothing;
  };
  readonly change_settings: {
    readonly request: {
      readonly key: ShardKey;
      readonly settings: Readonly<Record<string, string>>;
    };
    readonly reply: Nothing;
  };
  /** The copies of the shard have changed in the cluster state. */
  readonly apply_copies: {
    readonly request: { readonly key: ShardKey; readonly applied: AppliedCopies };
    readonly reply: Nothing;
  };
  /** A message of another copy of the shard. */
  readonly receive: {
    readonly request: { readonly key: ShardKey; readonly message: CopyMessage };
    readonly reply: CopyReply;
  };
  readonly take_file: {
    readonly request: { readonly key: ShardKey; readonly message: FileMessage };
    readonly reply: FileAnswer;
  };
  readonly recovery: {
    readonly request: { readonly key: ShardKey };
    readonly reply: RecoveryState;
  };
  /** Holds a commit with all operations so far until it is let go. */
  readonly hold_commit: {
    readonly request: { readonly key: ShardKey };
    readonly reply: { readonly hold: number; readonly commit: number };
  };
  readonly let_go_commit: { readonly request: { readonly hold: number }; readonly reply: Nothing };
  readonly release: {
    readonly request: { readonly key: ShardKey; readonly snapshotVersion: number };
    readonly reply: Nothing;
  };
  readonly change_scripts: { readonly request: ScriptConfiguration; readonly reply: Nothing };
};

/** Start data of every thread that runs scripts. */
export interface ScriptThreadData {
  readonly configuration: ScriptConfiguration;
  /** See `ScriptCounters`. */
  readonly counters: SharedArrayBuffer;
}

/** Start data of an engine thread. */
export interface EngineThreadData {
  readonly space: ThreadSpaceData;
  readonly scripts: ScriptThreadData;
  /** One number: the current `indices.query.bool.max_clause_count`. */
  readonly maxClauseCount: SharedArrayBuffer;
  readonly buffers: BufferBudgetData;
  /** See `WorkMark`. */
  readonly mark: SharedArrayBuffer;
  /** A shard without writes for this long writes its buffer as a segment. */
  readonly shardInactiveMs: number;
  /** True if a full buffer is written by another thread. */
  readonly flushesElsewhere: boolean;
}

/** Start data of a merge thread. */
export interface MergeThreadData {
  readonly space: ThreadSpaceData;
}

/**
 * Calls that a merge thread answers when the files of the new segment are written. `path`: the
 * folder of the shard's index.
 */
export interface MergeThreadCalls {
  readonly merge: {
    readonly request: { readonly path: string; readonly job: MergeJob };
    readonly reply: Nothing;
  };
  readonly flush: {
    readonly request: {
      readonly path: string;
      /** Its memory is moved, not copied. */
      readonly job: FlushJob;
      /** See `ThreadFlush`. */
      readonly state: SharedArrayBuffer;
    };
    readonly reply: Nothing;
  };
}

/** Calls to the main thread from a thread that runs shards. */
export interface LoggingCalls {
  /** Writes a line of the thread's log. */
  readonly log: { readonly request: LogLine; readonly reply: Nothing };
}

/** Calls to the main thread from a thread that reads the files of shards. */
export interface FetchingCalls extends LoggingCalls {
  /**
   * Fetches file blocks from a repository. Each is answered in the shared memory of the request.
   */
  readonly fetch_blocks: { readonly request: BlocksAsk; readonly reply: Nothing };
}

export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  /** Must be plain data. */
  readonly fields: LogFields;
  /** True if the line is written at any log level. */
  readonly always: boolean;
}

/** Calls to the main thread from an engine thread. */
export interface EngineHostCalls extends FetchingCalls {
  readonly merge: MergeThreadCalls['merge'];
  readonly flush: {
    /** `failure`: takes the error if the flush fails. */
    readonly request: MergeThreadCalls['flush']['request'] & { readonly failure: MessagePort };
    readonly reply: Nothing;
  };
  readonly put_mapping: {
    /** `mapping`: JSON text of the dynamic update. */
    readonly request: { readonly key: ShardKey; readonly mapping: string };
    readonly reply: MappingVersion;
  };
  /**
   * Sends a message to another copy of the shard; the reply is undefined if the copy did not
   * answer.
   */
  readonly ask_copy: {
    readonly request: {
      readonly key: ShardKey;
      readonly to: CopyRef;
      readonly message: CopyMessage;
    };
    readonly reply: CopyReply | undefined;
  };
  readonly send_file: {
    readonly request: {
      readonly key: ShardKey;
      readonly to: CopyRef;
      readonly message: FileMessage;
    };
    readonly reply: FileReply;
  };
  /** Calls the remote store; the reply is undefined if it did not answer. */
  readonly remote: {
    readonly request: { readonly key: ShardKey; readonly message: RemoteMessage };
    readonly reply: RemoteAnswer | undefined;
  };
  /** Reports to the master until it has answered; true if it accepts. */
  readonly report: {
    readonly request: { readonly key: ShardKey; readonly report: Report };
    readonly reply: boolean;
  };
  readonly shard_event: {
    readonly request: { readonly key: ShardKey; readonly event: ShardEvent };
    readonly reply: Nothing;
  };
  /** Reports that the size of the shard's files changed. */
  readonly shard_size: {
    readonly request: { readonly key: ShardKey; readonly bytes: number };
    readonly reply: Nothing;
  };
}

/** The data with which a search thread opens a shard at a point in time. */
export interface ShardOpening {
  /** Identifies the opening of the shard, not the shard: see `HostedShard.readerKey`. */
  readonly key: string;
  readonly snapshot: ReaderSnapshot;
  readonly context: ShardContext;
}

interface SearchCall<Request> {
  /** Identifies the point in time in this thread. */
  readonly handle: number;
  /** Undefined if the thread has opened it already, with the newest mapping and settings. */
  readonly opening: ShardOpening | undefined;
  /** The value of the cancel flag that stops this call. */
  readonly cancelId: number;
  /** The plan is packed. */
  readonly request: Request;
}

/** The calls of a shard that run in a search thread, each with its point in time. */
export type LocatedSearchCalls = {
  readonly [K in keyof SearchCalls]: {
    readonly request: SearchCall<SearchCalls[K]['request']>;
    readonly reply: SearchCalls[K]['reply'];
  };
};

/** Calls to the main thread from a search thread. */
export interface SearchHostCalls extends FetchingCalls {
  /** Asks idle threads to take segments of the running search. */
  readonly share: { readonly request: ShareRequest; readonly reply: Nothing };
}

/** A search whose segments are shared among threads. */
interface SharedSearch {
  /** See `SegmentClaims`. */
  readonly claims: SharedArrayBuffer;
  /** The plan is packed. */
  readonly call: SearchCalls['search']['request'];
}

export interface ShareRequest extends SharedSearch {
  /** Ports for the replies, one for each thread that may help. */
  readonly replies: readonly MessagePort[];
}

export interface HelpRequest extends SharedSearch {
  readonly reply: MessagePort;
}

/** Calls that a search thread answers, one at a time. */
export interface SearchThreadCalls extends ShardlessCalls, LocatedSearchCalls {
  /** Takes segments of a search that another thread executes. */
  readonly help: { readonly request: SearchCall<HelpRequest>; readonly reply: Nothing };
  /** Collects the reply that did not fit the mailbox, or the failure. */
  readonly collect_reply: {
    readonly request: Nothing;
    readonly reply: MailedReply;
  };
  /** Closes the readers of a point in time. */
  readonly forget: {
    readonly request: { readonly key: string; readonly snapshotVersion: number };
    readonly reply: Nothing;
  };
  readonly change_scripts: { readonly request: ScriptConfiguration; readonly reply: Nothing };
}

/** The calls that arrive by mail. The index in this list tells their kind. */
export const MAILED_CALLS = ['search', 'fetch'] as const;
export type MailedCall = (typeof MAILED_CALLS)[number];
export type MailedReply = SearchCalls[MailedCall]['reply'];

/** Indices in `cancelFlag`, and its size. */
export const CANCELLED = 0;
export const SHARDLESS = 1;
export const CANCEL_FLAG_BYTES = 8;

/** Start data of a search thread. */
export interface SearchThreadData {
  readonly space: ThreadSpaceData;
  /** See `mail_channel.ts`. */
  readonly mailbox: MailboxMemory;
  /**
   * Two 32-bit integers: at `CANCELLED` the `cancelId` of the call to stop, at `SHARDLESS` that of
   * the last call about no shard.
   */
  readonly cancelFlag: SharedArrayBuffer;
  readonly scripts: ScriptThreadData;
  /** The thread's kernel slot: the least number no other search thread has. */
  readonly lane: number;
  /** See `ThreadLoad`. */
  readonly load: SharedArrayBuffer;
  /** See `AggregationUses`. */
  readonly uses: SharedArrayBuffer;
}

export type { ShardContext };
