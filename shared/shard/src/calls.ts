/**
 * All calls to a shard, as one typed table of the same kind as the node-to-node calls. Requests and
 * replies are plain data that survives `postMessage`. A call fails with an ApiError; per-item
 * failures are `PlainError`s in the reply.
 *
 * `WriteCalls` are answered by the shard's engine thread (single writer, real-time reads).
 * `SearchCalls` are answered by any search thread over a `ReaderSnapshot`.
 */
import type { RoutingShape } from '@skein/cluster/routing';
import type { ShardIdentity, VersionType } from '@skein/engine';
import type { PlainError } from '@skein/errors';
import type {
  Seen,
  ShardCanMatchRequest,
  ShardCanMatchResult,
  ShardExplainRequest,
  ShardExplainResult,
  ShardFetchRequest,
  ShardFetchResult,
  ShardSearchCall,
  ShardSearchReply,
  ShardSearchRequest,
  ShardTermsRequest,
  ShardTermsResult,
  ShardTermVectorsRequest,
  ShardTermVectorsResult,
  ShardValidateRequest,
  ShardValidateResult,
} from '@skein/search';
import type {
  CorpusStatistics,
  ReaderSnapshot,
  SegmentFigures,
  SegmentStats,
} from '@skein/search_library';
import type { AppliedCopies } from './replication/copy_ports.js';
import type { WrittenCopies } from './replication/open_writes.js';
import type { RecoveryType } from './replication/recovery_progress.js';
import type { RetentionLease } from './replication/retention_leases.js';
import type { ReplicaLag } from './replication/segment_lags.js';

export type { VersionType };

export interface SourceFilter {
  readonly enabled: boolean;
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

/** One document operation of a bulk (a single-document request is a bulk of one). */
export interface WriteItem {
  readonly op: 'index' | 'create' | 'delete' | 'update';
  readonly id: string;
  readonly routing: string | undefined;
  /**
   * `index`, `create`: the document. `update`: the update body (`doc`, `upsert`, `script`, …).
   * Bytes that are not parsed before the worker.
   */
  readonly body: Uint8Array | undefined;
  /** True if the server made the id, so that the version look-up can be skipped. */
  readonly autoId: boolean;
  readonly version: number | undefined;
  readonly versionType: VersionType;
  readonly ifSeqNo: number | undefined;
  readonly ifPrimaryTerm: number | undefined;
  readonly retryOnConflict: number;
  /** For updates: the parts of the resulting `_source` to return as `get`. */
  readonly fetchSource: SourceFilter | undefined;
  readonly detectNoop?: boolean | undefined;
  readonly docAsUpsert?: boolean | undefined;
  /**
   * For updates: true if the shard writes nothing, and its result has the write as `planned`. The
   * caller sends it through the pipelines of the index first.
   */
  readonly planOnly?: boolean | undefined;
}

/** The write of an update, valid while the document still is as the result of the plan says. */
type PlannedWrite =
  | {
      readonly op: 'index' | 'create';
      readonly source: Uint8Array;
      readonly routing: string | undefined;
    }
  | { readonly op: 'delete'; readonly routing: string | undefined };

export type WriteItemResult =
  | {
      readonly ok: true;
      readonly result: 'created' | 'updated' | 'deleted' | 'noop' | 'not_found';
      readonly id: string;
      readonly version: number;
      readonly seqNo: number;
      readonly primaryTerm: number;
      /** Present for updates with `fetchSource`. */
      readonly get: { readonly source: Uint8Array | undefined; readonly found?: false } | undefined;
      /**
       * Present for updates with `planOnly` that change the document. The result is `noop`, and
       * version, sequence number and term are those of the present document.
       */
      readonly planned?: PlannedWrite;
    }
  | { readonly ok: false; readonly id: string; readonly error: PlainError };

export interface GetRequest {
  readonly id: string;
  readonly routing: string | undefined;
  readonly realtime: boolean;
  readonly refresh: boolean;
  readonly version: number | undefined;
  readonly versionType: VersionType;
  readonly source: SourceFilter;
  readonly storedFields: readonly string[];
}

export interface SeenGetRequest extends Seen {
  readonly get: GetRequest;
  /** The shard as messages name it. */
  readonly shard: ShardIdentity;
  readonly nowMs: number;
}

export interface GetResult {
  readonly found: boolean;
  readonly id: string;
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly routing: string | undefined;
  readonly source: Uint8Array | undefined;
  /** The requested stored fields, each with its values, as the JSON of one object. */
  readonly fields: Uint8Array | undefined;
}

/** One segment of a shard. */
export interface SegmentInfo extends SegmentStats {
  /** True if searches see it, that is, if it is in the published point in time. */
  readonly searchable: boolean;
}

/** Counters of one cache. */
export interface CacheCounts {
  readonly memoryBytes: number;
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
}

/** Counters of one shard, in OpenSearch's units; rendered by `_stats`, `_cat/*`, `_nodes/stats`. */
export interface ShardStats {
  readonly docs: { readonly count: number; readonly deleted: number };
  readonly storeBytes: number;
  /** Folder of the node's data, which the copy is in; absent in the sum of several. */
  readonly dataPath?: string | undefined;
  readonly indexing: {
    readonly indexTotal: number;
    readonly indexTimeMs: number;
    readonly indexFailed: number;
    readonly deleteTotal: number;
    readonly deleteTimeMs: number;
    readonly noopUpdateTotal: number;
    /**
     * Shards whose writes are throttled now because merges cannot keep up, and the total time of
     * throttling.
     */
    readonly throttledShards: number;
    readonly throttleTimeMs: number;
  };
  readonly get: {
    readonly exists: number;
    /** Not rounded: most gets are shorter than a millisecond. */
    readonly existsMs: number;
    readonly missing: number;
    readonly missingMs: number;
  };
  /** Searches do not run in the engine; the callers of the search threads count them. */
  readonly search: {
    readonly queryTotal: number;
    readonly queryTimeMs: number;
    readonly queryCurrent: number;
    readonly fetchTotal: number;
    readonly fetchTimeMs: number;
    readonly fetchCurrent: number;
    /** Counters of searches that only ask for suggestions. */
    readonly suggestTotal: number;
    readonly suggestTimeMs: number;
    readonly suggestCurrent: number;
    /** Closed scrolls and points in time, and how long they were open; `Current`: the open ones. */
    readonly scrollTotal: number;
    readonly scrollTimeMs: number;
    readonly scrollCurrent: number;
    readonly pointInTimeTotal: number;
    readonly pointInTimeTimeMs: number;
    readonly pointInTimeCurrent: number;
  };
  /** The same counters by search group. The engine does not count these either. */
  readonly searchGroups: readonly (readonly [
    name: string,
    {
      readonly queryTotal: number;
      readonly queryTimeMs: number;
      readonly fetchTotal: number;
      readonly fetchTimeMs: number;
    },
  ])[];
  /** Cached responses of this shard; the engine itself has none. */
  readonly requestCache: CacheCounts;
  readonly refresh: {
    readonly total: number;
    readonly timeMs: number;
    readonly externalTotal: number;
    /** Number of requests that wait until their writes are searchable. */
    readonly listeners: number;
  };
  readonly flush: { readonly total: number; readonly periodic: number; readonly timeMs: number };
  readonly merges: {
    readonly total: number;
    readonly timeMs: number;
    readonly docs: number;
    readonly bytes: number;
    /** Merges that are running now. */
    readonly current: number;
    readonly currentDocs: number;
    readonly currentBytes: number;
    /** Time for which merges were throttled. */
    readonly heldBackMs: number;
    /** Bytes a second that large merges may write now; `UNLIMITED_RATE`: no limit. */
    readonly bytesPerSecond: number;
  };
  readonly translog: {
    readonly operations: number;
    readonly sizeBytes: number;
    readonly uncommittedOperations: number;
    readonly uncommittedSizeBytes: number;
  };
  readonly segments: { readonly count: number; readonly memoryBytes: number };
  /**
   * Terms of text fields by document, by segment and field; `undefined`: a field that the caller
   * may not know of.
   */
  readonly fielddata: readonly {
    readonly field: string | undefined;
    readonly bytes: number;
    readonly evictions: number;
  }[];
  /**
   * Automata of completion fields, by segment and field; `undefined`: a field that the caller may
   * not know of.
   */
  readonly completion: readonly { readonly field: string | undefined; readonly bytes: number }[];
  readonly retentionLeases: {
    readonly primaryTerm: number;
    readonly version: number;
    readonly leases: readonly RetentionLease[];
  };
  /** Present for a primary whose index is in a remote store. */
  readonly remoteStore?: RemoteStoreStats | undefined;
  /** Lags of the replicas that copy this primary's segments. */
  readonly replicaLags: readonly ReplicaLag[];
  /** Number of requests refused because replicas are late. */
  readonly rejectedForReplicas: number;
  readonly segmentList: readonly SegmentInfo[];
  readonly seqNo: {
    readonly maxSeqNo: number;
    readonly localCheckpoint: number;
    readonly globalCheckpoint: number;
  };
  readonly commit: {
    readonly id: string;
    readonly generation: number;
    readonly userData: Readonly<Record<string, string>>;
    readonly docs: number;
  };
}

/**
 * A primary's uploads to its remote store since it was opened, and its downloads when it was
 * opened.
 */
export interface RemoteStoreStats {
  readonly operations: UploadCounts;
  readonly files: UploadCounts;
  /** Bytes of searchable segments that are not in the store's newest commit. */
  readonly filesLagBytes: number;
  /** Milliseconds since the first of them became searchable; 0: there are none. */
  readonly filesLagMs: number;
  readonly download: DownloadCounts;
  /** Bytes of operations that are not in the store yet. */
  readonly pendingBytes: number;
  /** Number of calls in a row that the store has not answered. */
  readonly unanswered: number;
  /** Writes that were refused because too much was waiting. */
  readonly rejected: number;
}

/** Download of the files and operations that a shard was restored with. */
export interface DownloadCounts {
  readonly bytes: number;
  readonly timeMs: number;
}

export interface UploadCounts {
  readonly started: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Bytes of successful uploads. */
  readonly bytes: number;
  /** Expected bytes of failed uploads. */
  readonly failedBytes: number;
  /** Expected bytes of uploads under way. */
  readonly openBytes: number;
  /** Duration of finished uploads. */
  readonly timeMs: number;
  /** Time of the last one since the epoch; undefined: there was none yet. */
  readonly lastMs: number | undefined;
}

/** The caches to clear. */
export interface ClearedCaches {
  readonly request: boolean;
  readonly query: boolean;
  readonly fielddata: boolean;
  /** Cached blocks of a searchable snapshot. */
  readonly file: boolean;
  /** The fields whose field data is cleared; empty: all. */
  readonly fields: readonly string[];
}

export interface WriteCalls {
  /**
   * The writes are durable (translog fsynced, unless `index.translog.durability` is `async`) when
   * the call is answered.
   */
  readonly bulk: {
    request: {
      readonly items: readonly WriteItem[];
      readonly refresh: 'false' | 'true' | 'wait_for';
    };
    reply: {
      readonly results: readonly WriteItemResult[];
      readonly copies: WrittenCopies;
      readonly forcedRefresh: boolean;
    };
  };
  readonly get: { request: GetRequest; reply: GetResult };
  readonly multi_get: {
    request: { readonly gets: readonly GetRequest[] };
    reply: { readonly results: readonly (GetResult | { readonly error: PlainError })[] };
  };
  readonly refresh: { request: Record<string, never>; reply: { readonly refreshed: boolean } };
  /**
   * Answered once everything written so far is searchable: by the next scheduled refresh, or a
   * forced one if too many requests wait for it.
   */
  readonly next_refresh: { request: Record<string, never>; reply: { readonly forced: boolean } };
  readonly flush: { request: { readonly force: boolean }; reply: Record<string, never> };
  readonly force_merge: {
    request: {
      readonly maxNumSegments: number | undefined;
      readonly onlyExpungeDeletes: boolean;
      readonly flush: boolean;
    };
    reply: Record<string, never>;
  };
  /** With `unopened`, shards that have no engine answer too, from their files. */
  readonly stats: { request: { readonly unopened?: boolean }; reply: ShardStats };
}

/** The calls that are sent to all copies of a shard together. */
export interface CopyCalls
  extends Pick<WriteCalls, 'refresh' | 'next_refresh' | 'flush' | 'force_merge' | 'stats'> {
  /** Answered by the threads that search: clears the shard's caches there. */
  readonly clear_caches: { request: ClearedCaches; reply: Record<string, never> };
}

export interface SearchCalls {
  readonly search: { request: ShardSearchCall; reply: ShardSearchReply };
  /** Fetches the hits that made it into the page. */
  readonly fetch: { request: ShardFetchRequest; reply: ShardFetchResult };
  /** The statistics that a search scores with, for `dfs_query_then_fetch`. */
  readonly statistics: { request: ShardSearchRequest; reply: CorpusStatistics };
  readonly explain: { request: ShardExplainRequest; reply: ShardExplainResult };
  readonly term_vectors: { request: ShardTermVectorsRequest; reply: ShardTermVectorsResult };
  /**
   * A document by its id, read at this point in time: for a user with document or field level
   * security.
   */
  readonly document: { request: SeenGetRequest; reply: GetResult };
  readonly can_match: { request: ShardCanMatchRequest; reply: ShardCanMatchResult };
  readonly list_terms: { request: ShardTermsRequest; reply: ShardTermsResult };
  /** The segments of this point in time. */
  readonly segments: { request: Seen; reply: { readonly segments: readonly SegmentFigures[] } };
  readonly validate_query: { request: ShardValidateRequest; reply: ShardValidateResult };
}

/**
 * Copies of another index's shards that a new shard starts from; their commits are held meanwhile.
 */
export interface LocalShardFiles {
  readonly sources: readonly { readonly path: string; readonly commit: number }[];
  /** Keeps only documents that this routing sends to the new shard; absent: all documents. */
  readonly routedBy: RoutingShape | undefined;
  /** Later operations, as translog frames in files of a folder. */
  readonly tail?: { readonly path: string; readonly files: readonly string[] } | undefined;
  /** Set if all of this was downloaded from a remote store. */
  readonly downloaded?: DownloadCounts | undefined;
}

/** The request to open a shard in its engine thread. Plain data. */
export interface OpenShardRequest {
  readonly index: string;
  readonly indexUuid: string;
  readonly shardId: number;
  /** Folder of the shard: `<path.data>/indices/<uuid>/<shard>`. */
  readonly path: string;
  readonly primaryTerm: number;
  readonly allocationId: string;
  /**
   * EMPTY_STORE: a new shard. EXISTING_STORE: commit and translog; a missing folder is an error.
   * LOCAL_SHARDS, REMOTE and SNAPSHOT: `local`. PEER: the existing files, if any; a primary sends
   * the rest.
   */
  readonly source: RecoveryType;
  readonly local?: LocalShardFiles | undefined;
  /**
   * True if the shard's files stay in a repository (`remote_files` in the folder of its index): it
   * is searched there, and has no translog.
   */
  readonly isSearchable?: boolean | undefined;
  /**
   * True if an operator has put this copy in the place of lost ones: its data starts a new history.
   */
  readonly newHistory: boolean;
  /** The copies of the shard; undefined while this one is alone. */
  readonly applied: AppliedCopies | undefined;
  /** Id of this node. */
  readonly nodeId: string;
  readonly indexSettings: Readonly<Record<string, string>>;
  /** JSON text of the mapping, and its version. */
  readonly mapping: string;
  /**
   * Memory shared between searches and the engine: `SearchActivity`. Absent: no other thread
   * searches the shard.
   */
  readonly activity?: SharedArrayBuffer | undefined;
  readonly mappingVersion: number;
}

/** The mapping that a shard must use from now on. */
export interface MappingVersion {
  /** JSON text. */
  readonly mapping: string;
  readonly mappingVersion: number;
}

/** Unrequested events from the engine thread. */
export type ShardEvent =
  /** A new point in time is searchable. The receiver must keep it pinned until it is `release`d. */
  | {
      readonly kind: 'snapshot';
      readonly snapshot: ReaderSnapshot;
      /** All operations up to this one are in it. */
      readonly maxSeqNo: number;
    }
  /** The shard died (disk error, corruption): it must be failed in the cluster state. */
  | { readonly kind: 'failed'; readonly error: PlainError };
