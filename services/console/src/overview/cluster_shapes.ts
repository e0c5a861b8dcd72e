/** The shapes of the cluster's answers, reduced to the parts that are shown. */
import type { Watermarks } from './watermarks.js';

export interface Health {
  readonly cluster_name: string;
  readonly status: 'green' | 'yellow' | 'red';
  readonly number_of_nodes: number;
  readonly active_primary_shards: number;
  readonly active_shards: number;
  readonly relocating_shards: number;
  readonly initializing_shards: number;
  readonly unassigned_shards: number;
  readonly delayed_unassigned_shards: number;
}

/** A line of `_cat/shards`. */
export interface ShardRow {
  readonly index: string;
  readonly shard: string;
  readonly prirep: string;
  readonly state: string;
  readonly docs: string | null;
  readonly node: string | null;
  readonly reason: string | null;
  /** The time at which the copy became unassigned, in ISO 8601. */
  readonly at: string | null;
  /** The id of the node whose leaving made the copy unassigned. */
  readonly leftNode?: string;
}

export interface SlowLine {
  readonly timestamp: number;
  /** `index.search.slowlog.query`, `index.indexing.slowlog.index`, … */
  readonly logger: string;
  /** `[index][shard]`, `[index/uuid]`, or `search` for a whole search. */
  readonly place: string;
  readonly took_in_millis: number;
}

/** A node's statistics. Counters only grow while the node runs. */
export interface NodeStats {
  readonly name: string;
  readonly roles: readonly string[];
  readonly os: {
    readonly cpu: {
      readonly percent: number;
      readonly load_average?: { readonly '1m'?: number };
    };
    readonly mem: { readonly used_percent: number; readonly total_in_bytes: number };
  };
  readonly jvm: {
    readonly uptime_in_millis: number;
    readonly mem: { readonly heap_used_percent: number };
  };
  readonly fs: {
    readonly total: { readonly total_in_bytes: number; readonly available_in_bytes: number };
  };
  readonly breakers: Readonly<Record<string, { readonly tripped: number }>>;
  readonly thread_pool: Readonly<Record<string, { readonly rejected: number }>>;
  /** Lines of the slow logs since the node started, and the newest of them, the oldest first. */
  readonly slow_log: {
    readonly total: number;
    readonly latest: readonly SlowLine[];
  };
  readonly indices: {
    readonly docs: { readonly count: number };
    readonly store: { readonly size_in_bytes: number };
    readonly indexing: { readonly index_total: number };
    readonly search: { readonly query_total: number };
  };
}

export interface NodeVersion {
  readonly name: string;
  readonly version: string;
}

export interface ClusterFacts {
  readonly health: Health;
  readonly shards: readonly ShardRow[];
  readonly nodes: Readonly<Record<string, NodeStats>>;
  readonly versions: readonly NodeVersion[];
  readonly master: string | undefined;
  readonly watermarks: Watermarks;
  readonly atMs: number;
  /** Copies of a node that left are made elsewhere from then on; undefined when none is awaited. */
  readonly awaitedUntilMs?: number;
}
