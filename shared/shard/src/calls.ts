/**
 * Everything a shard can be asked, as one typed table: the same kind of table as the node-to-node calls. Requests and replies are
 * plain data that survives `postMessage`. A call fails with an ApiError; per-item failures travel as `PlainError` in the reply.
 *
 * `WriteCalls` are answered by the shard's engine worker (single writer, real-time reads). `SearchCalls` are answered by any search
 * worker over a `ReaderSnapshot`.
 */
import type { RoutingShape } from '@skein/cluster/routing';
import type { JsonObject } from '@skein/content';
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
import type { CorpusStatistics, ReaderSnapshot, SegmentStats } from '@skein/search_library';
import type { CopyNews } from './replication/copy_ports.js';
import type { RecoveryType } from './replication/recovery_progress.js';
import type { WrittenCopies } from './replication/replicated_copy.js';
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
  /** `index`, `create`: the document. `update`: the update body (`doc`, `upsert`, `script`, …). Bytes, never parsed before the worker. */
  readonly body: Uint8Array | undefined;
  /** The id was made by the server: the version look-up can be skipped. */
  readonly autoId: boolean;
  readonly version: number | undefined;
  readonly versionType: VersionType;
  readonly ifSeqNo: number | undefined;
  readonly ifPrimaryTerm: number | undefined;
  readonly retryOnConflict: number;
  /** Updates: what of the resulting `_source` to return as `get`. */
  readonly fetchSource: SourceFilter | undefined;
  readonly detectNoop?: boolean | undefined;
  readonly docAsUpsert?: boolean | undefined;
}

export type WriteItemResult =
  | {
      readonly ok: true;
      readonly result: 'created' | 'updated' | 'deleted' | 'noop' | 'not_found';
      readonly id: string;
      readonly version: number;
      readonly seqNo: number;
      readonly primaryTerm: number;
      /** Updates with `fetchSource`. */
      readonly get: { readonly source: Uint8Array | undefined; readonly found?: false } | undefined;
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
  /** As messages name it. */
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
  /** Stored fields that were asked for, each with its values. */
  readonly fields: JsonObject | undefined;
}

/** Counters of one shard, in the reference's units; rendered by `_stats`, `_cat/*`, `_nodes/stats`. */
/** One segment of a shard. */
export interface SegmentInfo extends SegmentStats {
  /** Whether searches see it: it is in the published point in time. */
  readonly searchable: boolean;
}

/** Of one cache. */
export interface CacheCounts {
  readonly memoryBytes: number;
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
}

export interface ShardStats {
  readonly docs: { readonly count: number; readonly deleted: number };
  readonly storeBytes: number;
  readonly indexing: {
    readonly indexTotal: number;
    readonly indexTimeMs: number;
    readonly indexFailed: number;
    readonly deleteTotal: number;
    readonly deleteTimeMs: number;
    readonly noopUpdateTotal: number;
    /** Whose writes are held back now, because merges cannot keep up; and how long they have been. */
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
  /** Searches are not the engine's: whoever asks the search threads counts them. */
  readonly search: {
    readonly queryTotal: number;
    readonly queryTimeMs: number;
    readonly queryCurrent: number;
    readonly fetchTotal: number;
    readonly fetchTimeMs: number;
    readonly fetchCurrent: number;
    /** Searches for suggestions alone. */
    readonly suggestTotal: number;
    readonly suggestTimeMs: number;
    readonly suggestCurrent: number;
    /** Scrolls and points in time that were closed, and how long they were open; `Current`: those that are. */
    readonly scrollTotal: number;
    readonly scrollTimeMs: number;
    readonly scrollCurrent: number;
    readonly pointInTimeTotal: number;
    readonly pointInTimeTimeMs: number;
    readonly pointInTimeCurrent: number;
  };
  /** The same by the names that searches gave; not the engine's either. */
  readonly searchGroups: readonly (readonly [
    name: string,
    {
      readonly queryTotal: number;
      readonly queryTimeMs: number;
      readonly fetchTotal: number;
      readonly fetchTimeMs: number;
    },
  ])[];
  /** Answers kept of this shard; the engine knows of none. */
  readonly requestCache: CacheCounts;
  readonly refresh: {
    readonly total: number;
    readonly timeMs: number;
    readonly externalTotal: number;
    /** Requests that wait now until their writes are searchable. */
    readonly listeners: number;
  };
  readonly flush: { readonly total: number; readonly periodic: number; readonly timeMs: number };
  readonly merges: {
    readonly total: number;
    readonly timeMs: number;
    readonly docs: number;
    readonly bytes: number;
    /** Under way now. */
    readonly current: number;
    readonly currentDocs: number;
    readonly currentBytes: number;
    /** How long merges waited before they wrote on. */
    readonly heldBackMs: number;
    /** Bytes a second that large merges may write now; `UNLIMITED_RATE`: as many as they can. */
    readonly bytesPerSecond: number;
  };
  readonly translog: {
    readonly operations: number;
    readonly sizeBytes: number;
    readonly uncommittedOperations: number;
    readonly uncommittedSizeBytes: number;
  };
  readonly segments: { readonly count: number; readonly memoryBytes: number };
  /** Terms of texts by document, by segment and field; `undefined`: of a field that the caller may not know of. */
  readonly fielddata: readonly {
    readonly field: string | undefined;
    readonly bytes: number;
    readonly evictions: number;
  }[];
  /** Automata of completion fields, by segment and field; `undefined`: of a field that the caller may not know of. */
  readonly completion: readonly { readonly field: string | undefined; readonly bytes: number }[];
  readonly retentionLeases: {
    readonly primaryTerm: number;
    readonly version: number;
    readonly leases: readonly RetentionLease[];
  };
  /** Of a primary whose index is in a remote store. */
  readonly remoteStore?: RemoteStoreStats | undefined;
  /** Of a primary whose replicas copy its segments. */
  readonly replicaLags: readonly ReplicaLag[];
  /** Requests that it refused because those are late. */
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

/** What a primary has brought to its remote store since it began, and from there when it was opened. */
export interface RemoteStoreStats {
  readonly operations: UploadCounts;
  readonly files: UploadCounts;
  /** Of segments that are searched and not in the store's newest commit. */
  readonly filesLagBytes: number;
  /** Since the first of them was searched; 0: there are none. */
  readonly filesLagMs: number;
  readonly download: DownloadCounts;
  /** Of operations that are not there yet. */
  readonly pendingBytes: number;
  /** Calls in a row that the store has not answered. */
  readonly unanswered: number;
  /** Writes that were refused because too much was waiting. */
  readonly rejected: number;
}

/** Of files and operations that a shard was restored with. */
export interface DownloadCounts {
  readonly bytes: number;
  readonly timeMs: number;
}

export interface UploadCounts {
  readonly started: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Of those that succeeded. */
  readonly bytes: number;
  /** What those that failed were expected to bring. */
  readonly failedBytes: number;
  /** The same of those under way. */
  readonly openBytes: number;
  /** Of those that have ended. */
  readonly timeMs: number;
  /** Since the epoch; undefined: none was done yet. */
  readonly lastMs: number | undefined;
}

/** Which caches are emptied. */
export interface ClearedCaches {
  readonly request: boolean;
  readonly query: boolean;
  readonly fielddata: boolean;
  /** Blocks of a searchable snapshot. */
  readonly file: boolean;
  /** Of field data: that of these fields alone; empty: all. */
  readonly fields: readonly string[];
}

export interface WriteCalls {
  /** Durable (translog fsynced, unless `index.translog.durability` is `async`) when answered. */
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
  /** Answered once all that is written now can be searched: by the refresh that is due, unless too many wait for it. */
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
  /** `unopened`: those that have no engine answer too, by what their files say. */
  readonly stats: { request: { readonly unopened?: boolean }; reply: ShardStats };
}

/** What all copies of a shard may be asked together. */
export interface CopyCalls
  extends Pick<WriteCalls, 'refresh' | 'next_refresh' | 'flush' | 'force_merge' | 'stats'> {
  /** Answered where searches are: what is kept of the shard for them goes. */
  readonly clear_caches: { request: ClearedCaches; reply: Record<string, never> };
}

export interface SearchCalls {
  readonly search: { request: ShardSearchCall; reply: ShardSearchReply };
  /** The hits that made it into the page. */
  readonly fetch: { request: ShardFetchRequest; reply: ShardFetchResult };
  /** What a search scores with, for `dfs_query_then_fetch`. */
  readonly statistics: { request: ShardSearchRequest; reply: CorpusStatistics };
  readonly explain: { request: ShardExplainRequest; reply: ShardExplainResult };
  readonly term_vectors: { request: ShardTermVectorsRequest; reply: ShardTermVectorsResult };
  /** A document by its id, read at this point in time: for who may not see everything. */
  readonly document: { request: SeenGetRequest; reply: GetResult };
  readonly can_match: { request: ShardCanMatchRequest; reply: ShardCanMatchResult };
  readonly list_terms: { request: ShardTermsRequest; reply: ShardTermsResult };
  readonly validate_query: { request: ShardValidateRequest; reply: ShardValidateResult };
}

/** Copies of shards of another index that a new shard begins with, while their commits are held. */
export interface LocalShardFiles {
  readonly sources: readonly { readonly path: string; readonly commit: number }[];
  /** Only documents that are routed to the new shard by this; absent: all that there are. */
  readonly routedBy: RoutingShape | undefined;
  /** Operations that came after, in files of a folder, as the translog has them. */
  readonly tail?: { readonly path: string; readonly files: readonly string[] } | undefined;
  /** All of this came out of a remote store. */
  readonly downloaded?: DownloadCounts | undefined;
}

/** What opening a shard in its engine worker needs. Plain data. */
export interface OpenShardRequest {
  readonly index: string;
  readonly indexUuid: string;
  readonly shardId: number;
  /** Folder of the shard: `<path.data>/indices/<uuid>/<shard>`. */
  readonly path: string;
  readonly primaryTerm: number;
  readonly allocationId: string;
  /** EMPTY_STORE: a new shard. EXISTING_STORE: commit and translog; a missing folder is an error. LOCAL_SHARDS, REMOTE and SNAPSHOT: `local`. PEER: what is there, or nothing; a primary brings the rest. */
  readonly source: RecoveryType;
  readonly local?: LocalShardFiles | undefined;
  /** Its files stay in a repository (`remote_files` in the folder of its index): it is searched there, and has no translog. */
  readonly isSearchable?: boolean | undefined;
  /** An operator has put this copy in the place of lost ones: what it has is another history from now on. */
  readonly newHistory: boolean;
  /** The copies of the shard; undefined while this one is alone. */
  readonly news: CopyNews | undefined;
  /** Of this node. */
  readonly nodeId: string;
  readonly indexSettings: Readonly<Record<string, string>>;
  /** JSON text of the mapping, and its version. */
  readonly mapping: string;
  /** What searches tell the engine and it tells them: `SearchActivity`. Absent: nobody searches it from elsewhere. */
  readonly activity?: SharedArrayBuffer | undefined;
  readonly mappingVersion: number;
}

/** The mapping a shard is to use from now on. */
export interface MappingVersion {
  /** JSON text. */
  readonly mapping: string;
  readonly mappingVersion: number;
}

/** What the engine worker tells without being asked. */
export type ShardEvent =
  /** A new point in time is searchable. The receiver pins it until `release`d. */
  | {
      readonly kind: 'snapshot';
      readonly snapshot: ReaderSnapshot;
      /** All operations up to this one are in it. */
      readonly maxSeqNo: number;
    }
  /** The shard died (disk error, corruption): it must be failed in the cluster state. */
  | { readonly kind: 'failed'; readonly error: PlainError };
