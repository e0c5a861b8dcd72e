/**
 * The data for all checks of a running cluster, fetched once. Parts that the token may not read are
 * left empty.
 */
import { type JsonObject, type JsonValue, parseJson } from '@skein/content';
import { type ClusterStatus, clusterStatus } from '../health/cluster_status.js';
import { objectAt } from '../health/json_at.js';
import type { Cluster } from '../transfer/cluster.js';

export interface ClusterView {
  readonly status: ClusterStatus;
  /** Both keyed by node id. */
  readonly info: JsonObject;
  readonly stats: JsonObject;
  /** Flat settings: the defaults, overridden by persistent and then by transient ones. */
  readonly settings: ReadonlyMap<string, string>;
  /** Flat settings of blocked indices, by index name. */
  readonly blocks: JsonObject;
  /** The local wall clock before and after the request for statistics, in milliseconds. */
  readonly askedMs: number;
  readonly answeredMs: number;
}

export async function clusterView(cluster: Cluster): Promise<ClusterView> {
  const status = await clusterStatus(cluster);
  const askedMs = Date.now();
  const stats = await objectOf(cluster, '/_nodes/stats/os,process,jvm,fs,breaker,thread_pool');
  const answeredMs = Date.now();
  const [info, settings, blocks] = await Promise.all([
    objectOf(cluster, '/_nodes/settings,http,process?flat_settings'),
    objectOf(cluster, '/_cluster/settings?flat_settings&include_defaults'),
    objectOf(cluster, '/_all/_settings/index.blocks.*?flat_settings&expand_wildcards=all'),
  ]);
  return {
    status,
    info: objectAt(info, 'nodes'),
    stats: objectAt(stats, 'nodes'),
    settings: flatSettings(settings),
    blocks,
    askedMs,
    answeredMs,
  };
}

async function objectOf(cluster: Cluster, path: string): Promise<JsonObject> {
  const { status, body } = await cluster.glance('GET', path);
  return status === 200 ? objectAt(parseJson(body)) : {};
}

function flatSettings(json: JsonValue): ReadonlyMap<string, string> {
  const layers = ['defaults', 'persistent', 'transient'].map((name) => objectAt(json, name));
  return new Map(
    layers.flatMap((layer) =>
      Object.entries(layer).flatMap(([key, value]): [string, string][] =>
        typeof value === 'string' ? [[key, value]] : [],
      ),
    ),
  );
}
