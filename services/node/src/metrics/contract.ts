/**
 * A node's metrics for Prometheus, as plain data. Names and labels come from the program, never
 * from a caller, which bounds the number of series.
 */
import type { ClusterState, MemberStatus } from '@skein/cluster';
import type { ShardStats } from '@skein/shard';
import type { NodeReport } from '../node_operations/mod.js';

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/**
 * A metric with its series. A counter only grows while the process lives; its name ends in
 * `_total`.
 */
export interface Family {
  readonly kind: 'counter' | 'gauge';
  readonly name: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

export interface LocalShard {
  readonly isPrimary: boolean;
  readonly stats: ShardStats;
}

/** All data that sections report, read at one time. */
interface Scrape {
  readonly report: NodeReport;
  /** The started shards of this node. */
  readonly shards: readonly LocalShard[];
  readonly state: ClusterState;
  readonly statusOf: (nodeId: string) => MemberStatus;
}

export type Section = (scrape: Scrape) => readonly Family[];

export interface Metrics {
  /** The text format of Prometheus, version 0.0.4. */
  text(signal: AbortSignal): Promise<string>;
}
