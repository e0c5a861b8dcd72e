/** One reading of a cluster for `skein top`: counters, whose differences are rates, and gauges. */
import type { JsonValue } from '@skein/content';
import { numberAt, objectAt, textAt } from '../health/json_at.js';
import { told } from '../health/told.js';
import type { Cluster } from '../transfer/cluster.js';

export interface TopSample {
  /** Milliseconds on the monotonic clock. */
  readonly atMs: number;
  readonly clusterName: string;
  readonly color: string | undefined;
  readonly unassigned: number;
  readonly initializing: number;
  readonly relocating: number;
  readonly nodes: readonly NodeSample[];
  readonly indices: readonly IndexSample[];
}

/** Counters since the shards were opened. */
export interface Counters {
  readonly queries: number;
  readonly queryMs: number;
  readonly indexed: number;
  readonly indexMs: number;
}

export interface NodeSample extends Counters {
  readonly id: string;
  readonly name: string;
  readonly cpuPercent: number;
  readonly residentBytes: number;
  readonly heapPercent: number;
  readonly load: number;
  /** The used share of the disk that holds the data, in percent. */
  readonly diskPercent: number;
  readonly queued: number;
  readonly rejected: number;
  readonly segments: number;
}

export interface IndexSample extends Counters {
  readonly name: string;
  readonly documents: number;
  readonly bytes: number;
}

const NODE_PARTS = 'os,process,jvm,fs,thread_pool,indices';
const STATS_PARTS = 'docs,store,search,indexing';

export async function topSample(cluster: Cluster): Promise<TopSample> {
  const [health, nodes, indices] = await Promise.all([
    told(cluster, '/_cluster/health'),
    told(cluster, `/_nodes/stats/${NODE_PARTS}`),
    told(cluster, `/_stats/${STATS_PARTS}?expand_wildcards=open`),
  ]);
  return {
    atMs: performance.now(),
    clusterName: textAt(nodes, 'cluster_name') ?? '',
    color: textAt(health, 'status'),
    unassigned: numberAt(health, 'unassigned_shards') ?? 0,
    initializing: numberAt(health, 'initializing_shards') ?? 0,
    relocating: numberAt(health, 'relocating_shards') ?? 0,
    nodes: Object.entries(objectAt(nodes, 'nodes')).map(([id, json]) => nodeSample(id, json)),
    indices: Object.entries(objectAt(indices, 'indices')).map(([name, json]) =>
      indexSample(name, json),
    ),
  };
}

function countersOf(part: JsonValue | undefined): Counters {
  return {
    queries: numberAt(part, 'search', 'query_total') ?? 0,
    queryMs: numberAt(part, 'search', 'query_time_in_millis') ?? 0,
    indexed: numberAt(part, 'indexing', 'index_total') ?? 0,
    indexMs: numberAt(part, 'indexing', 'index_time_in_millis') ?? 0,
  };
}

function nodeSample(id: string, json: JsonValue | undefined): NodeSample {
  const pools = Object.values(objectAt(json, 'thread_pool'));
  const sum = (name: string) =>
    pools.reduce<number>((total, pool) => total + (numberAt(pool, name) ?? 0), 0);
  const disk = numberAt(json, 'fs', 'total', 'total_in_bytes') ?? 0;
  const available = numberAt(json, 'fs', 'total', 'available_in_bytes') ?? 0;
  return {
    id,
    name: textAt(json, 'name') ?? id,
    cpuPercent: numberAt(json, 'process', 'cpu', 'percent') ?? 0,
    residentBytes: numberAt(json, 'process', 'mem', 'total_virtual_in_bytes') ?? 0,
    heapPercent: numberAt(json, 'jvm', 'mem', 'heap_used_percent') ?? 0,
    load: numberAt(json, 'os', 'cpu', 'load_average', '1m') ?? 0,
    diskPercent: disk === 0 ? 0 : Math.round(((disk - available) / disk) * 100),
    queued: sum('queue'),
    rejected: sum('rejected'),
    segments: numberAt(json, 'indices', 'segments', 'count') ?? 0,
    ...countersOf(objectAt(json, 'indices')),
  };
}

function indexSample(name: string, json: JsonValue | undefined): IndexSample {
  return {
    name,
    documents: numberAt(json, 'primaries', 'docs', 'count') ?? 0,
    bytes: numberAt(json, 'total', 'store', 'size_in_bytes') ?? 0,
    ...countersOf(objectAt(json, 'total')),
  };
}
