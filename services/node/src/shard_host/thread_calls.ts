/**
 * What the main thread and its shard threads ask of each other: the typed tables of both
 * directions. Plain data.
 */

import type { MessagePort } from 'node:worker_threads';
import type { LogFields, LogLevel } from '@skein/base';
import type { CopyRef, CopyReply, Report } from '@skein/cluster';
import type { BlocksAsk, MailboxMemory } from '@skein/platform';
import type { ScriptConfiguration } from '@skein/script';
import type { ShardContext } from '@skein/search';
import type { MergeJob, ReaderSnapshot } from '@skein/search_library';
import type {
  CopyMessage,
  CopyNews,
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
import type { BufferBudgetData } from './buffer_budget.js';
import type { PackedBulk, PackedResult } from './packed_bulk.js';
import type { ThreadSpaceData } from './segment_memory.js';

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

/** What became of a bulk. */
export type WrittenReply = PackedResult & {
  /** No operation of the shard has a greater sequence number by now. */
  readonly maxSeqNo: number;
};

/** Answered by an engine thread. */
export type EngineThreadCalls = {
  readonly [K in Exclude<keyof WriteCalls, 'bulk'>]: Write<K>;
} & {
  readonly bulk: {
    readonly request: { readonly key: ShardKey; readonly packed: PackedBulk };
    readonly reply: WrittenReply;
  };
  readonly open: {
    readonly request: {
      readonly key: ShardKey;
      readonly open: OpenShardRequest;
      /** Among all of this node. */
      readonly opening: number;
    };
    readonly reply: Nothing;
  };
  readonly close: {
    readonly request: {
      readonly key: ShardKey;
      /** The index is deleted. */
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
  /** The copies of the shard have changed. */
  readonly see: {
    readonly request: { readonly key: ShardKey; readonly news: CopyNews };
    readonly reply: Nothing;
  };
  /** A message of another copy of the shard. */
  readonly hear: {
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
  /** A commit of everything so far stays until it is let go. */
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

/** What every thread that runs scripts is started with. */
export interface ScriptThreadData {
  readonly configuration: ScriptConfiguration;
  /** Of `ScriptCounters`. */
  readonly counters: SharedArrayBuffer;
}

/** What an engine thread is started with. */
export interface EngineThreadData {
  readonly space: ThreadSpaceData;
  readonly scripts: ScriptThreadData;
  /** One number: `indices.query.bool.max_clause_count` as it is now. */
  readonly maxClauseCount: SharedArrayBuffer;
  readonly buffers: BufferBudgetData;
  /** Of `WorkMark`. */
  readonly mark: SharedArrayBuffer;
  /** A shard without writes for so long makes a segment of what it buffers. */
  readonly shardInactiveMs: number;
}

/** What a merge thread is started with. */
export interface MergeThreadData {
  readonly space: ThreadSpaceData;
}

/** Answered by a merge thread when the files of the merged segment are written. */
export interface MergeThreadCalls {
  readonly merge: {
    /** `path`: the folder of the shard's index. */
    readonly request: { readonly path: string; readonly job: MergeJob };
    readonly reply: Nothing;
  };
}

/** What a thread that runs shards asks of the main thread. */
export interface LoggingCalls {
  /** A line of its log. */
  readonly log: { readonly request: LogLine; readonly reply: Nothing };
}

/** What a thread that reads the files of shards asks of the main thread. */
export interface FetchingCalls extends LoggingCalls {
  /** Blocks of files in a repository. Each is answered in the memory that the ask has for it. */
  readonly fetch_blocks: { readonly request: BlocksAsk; readonly reply: Nothing };
}

export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  /** Plain data. */
  readonly fields: LogFields;
  /** Written whatever the log's level. */
  readonly always: boolean;
}

/** What an engine thread asks of the main thread. */
export interface EngineHostCalls extends FetchingCalls {
  readonly merge: MergeThreadCalls['merge'];
  readonly put_mapping: {
    /** `mapping`: JSON text of the dynamic update. */
    readonly request: { readonly key: ShardKey; readonly mapping: string };
    readonly reply: MappingVersion;
  };
  /** A message to another copy of the shard; undefined: it was not answered. */
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
  /** To the remote store; undefined: it did not answer. */
  readonly remote: {
    readonly request: { readonly key: ShardKey; readonly message: RemoteMessage };
    readonly reply: RemoteAnswer | undefined;
  };
  /** To the master, until it has answered: whether it accepts. */
  readonly report: {
    readonly request: { readonly key: ShardKey; readonly report: Report };
    readonly reply: boolean;
  };
  readonly shard_event: {
    readonly request: { readonly key: ShardKey; readonly event: ShardEvent };
    readonly reply: Nothing;
  };
  /** The room its files take has changed. */
  readonly shard_size: {
    readonly request: { readonly key: ShardKey; readonly bytes: number };
    readonly reply: Nothing;
  };
}

/** What a search thread needs to open a shard at a point in time. */
export interface ShardOpening {
  /** Names the opening of the shard, not the shard: see `HostedShard.readerKey`. */
  readonly key: string;
  readonly snapshot: ReaderSnapshot;
  readonly context: ShardContext;
}

interface SearchCall<Request> {
  /** Names the point in time in this thread. */
  readonly handle: number;
  /** `undefined`: the thread has it already, with the newest mapping and settings. */
  readonly opening: ShardOpening | undefined;
  /** The number the cancel flag must hold to stop this call. */
  readonly cancelId: number;
  /** Its plan is packed. */
  readonly request: Request;
}

/** What a shard can be asked in a search, with the point in time it is asked of. */
type LocatedSearchCalls = {
  readonly [K in keyof SearchCalls]: {
    readonly request: SearchCall<SearchCalls[K]['request']>;
    readonly reply: SearchCalls[K]['reply'];
  };
};

/** What a search thread asks of the main thread. */
export interface SearchHostCalls extends FetchingCalls {
  /** Other threads that are idle to take segments of the search that is under way. */
  readonly share: { readonly request: ShareRequest; readonly reply: Nothing };
}

/** A search whose segments several threads take. */
export interface SharedSearch {
  /** Of `SegmentClaims`. */
  readonly claims: SharedArrayBuffer;
  /** Its plan is packed. */
  readonly call: SearchCalls['search']['request'];
}

export interface ShareRequest extends SharedSearch {
  /** One for each thread that may help: where its parts go. */
  readonly replies: readonly MessagePort[];
}

export interface HelpRequest extends SharedSearch {
  readonly reply: MessagePort;
}

/** Answered by a search thread, one at a time. */
export interface SearchThreadCalls extends ShardlessCalls, LocatedSearchCalls {
  /** Takes segments of a search that another thread executes. */
  readonly help: { readonly request: SearchCall<HelpRequest>; readonly reply: Nothing };
  /** The reply that did not fit the mailbox, or what failed. */
  readonly collect_reply: {
    readonly request: Nothing;
    readonly reply: SearchCalls['search']['reply'];
  };
  /** Readers of these points in time are not needed any more. */
  readonly forget: {
    readonly request: { readonly key: string; readonly snapshotVersion: number };
    readonly reply: Nothing;
  };
  readonly change_scripts: { readonly request: ScriptConfiguration; readonly reply: Nothing };
}

/** Places in `cancelFlag`, and its size. */
export const CANCELLED = 0;
export const SHARDLESS = 1;
export const CANCEL_FLAG_BYTES = 8;

/** What a search thread is started with. */
export interface SearchThreadData {
  readonly space: ThreadSpaceData;
  /** `mail_channel.ts`. */
  readonly mailbox: MailboxMemory;
  /**
   * 32-bit integers: the `cancelId` of the call that is to stop at `CANCELLED`, that of the last
   * call about no shard at `SHARDLESS`.
   */
  readonly cancelFlag: SharedArrayBuffer;
  readonly scripts: ScriptThreadData;
  /** The least number no other search thread has: where its kernels work. */
  readonly lane: number;
  /** Of `ThreadLoad`. */
  readonly load: SharedArrayBuffer;
}

export type { ShardContext };
