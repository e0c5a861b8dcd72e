/** `GET /_nodes`: facts and settings of the nodes. */

import type { JsonObject, JsonValue } from '@skein/content';
import { booleanParam, orDefault, splitList, timeParam } from '@skein/http';
import { PROCESSOR_NAMES } from '@skein/ingest/calls';
import { takenValues } from '@skein/search';
import { flatSettingsJson, unflattenSettings } from '@skein/settings';
import { chosenNodes, type NodeReport } from '../../node_operations/mod.js';
import { defineEndpoint } from '../endpoint.js';
import { identityIn } from '../info/product_identity.js';
import { nodeHeading, nodesReply } from './node_heading.js';
import { timeoutOf } from './report_timeout.js';

const METRICS = [
  'settings',
  'os',
  'process',
  'jvm',
  'thread_pool',
  'transport',
  'http',
  'plugins',
  'ingest',
  'aggregations',
  'indices',
  'search_pipelines',
] as const;
type Metric = (typeof METRICS)[number];

export const info = defineEndpoint({
  id: 'nodes.info',
  shape: 'nodes',
  routes: [
    'GET /_nodes',
    'GET /_nodes/{node_id}',
    'GET /_nodes/{node_id}/{metric}',
    'GET /_nodes/{node_id}/info/{metric}',
  ],
  params: { flat_settings: orDefault(booleanParam, false), timeout: timeParam },
  body: 'none',
  privilege: 'cluster:monitor',
  isEssential: true,
  parse: ({ pathParams, params }) => {
    const { node_id, metric } = pathParams;
    const options = timeoutOf(params.timeout);
    const flatSettings = params.flat_settings;
    // A single path part may list metrics or nodes: it lists metrics if each word is the name of
    // one.
    const isMetrics =
      metric === undefined &&
      node_id?.split(',').every((word) => METRICS.some((known) => known === word));
    if (isMetrics) {
      return {
        filter: undefined,
        metrics: knownMetrics(node_id),
        flatSettings,
        options,
      };
    }
    return { filter: node_id, metrics: knownMetrics(metric), flatSettings, options };
  },
  handle: async ({ filter, metrics, flatSettings, options }, actors, { signal, profile }) => {
    const { masterService, nodeOperations } = actors;
    const state = masterService.state();
    const ids = chosenNodes(state, filter, nodeOperations.localNodeId);
    const found = await nodeOperations.reports(ids, { ...options, signal });
    const { number: version = null } = identityIn(state, profile).version;
    const entries = found.reports.map((report): [string, JsonValue] => {
      const parts = [...metrics].flatMap((metric): [string, JsonValue][] => {
        const part = partOf(metric, report, flatSettings);
        return part === undefined ? [] : [[metric, part]];
      });
      const heading = { ...nodeHeading(report), version, build_type: 'tar' };
      return [report.facts.id, { ...heading, ...Object.fromEntries(parts) }];
    });
    return nodesReply(state.clusterName, found, entries);
  },
});

/** The metrics of a list beside nodes. As in OpenSearch, words that name none are left out. */
function knownMetrics(list: string | undefined): ReadonlySet<Metric> {
  const words = splitList(list ?? '_all');
  const isAll = words.length === 1 && words[0] === '_all';
  return new Set(METRICS.filter((metric) => isAll || words.includes(metric)));
}

function partOf(metric: Metric, report: NodeReport, flatSettings: boolean): JsonValue | undefined {
  const { facts, process } = report;
  switch (metric) {
    case 'settings':
      return flatSettings ? flatSettingsJson(facts.settings) : unflattenSettings(facts.settings);
    case 'os':
      return {
        refresh_interval_in_millis: 1000,
        name: process.os.name,
        pretty_name: process.os.prettyName,
        arch: process.os.arch,
        version: process.os.version,
        available_processors: process.os.availableProcessors,
        allocated_processors: process.os.availableProcessors,
      };
    case 'process':
      return { refresh_interval_in_millis: 1000, id: process.pid, mlockall: false };
    case 'jvm':
      return runtimeInfo(report);
    case 'transport':
      return {
        bound_address: [...facts.transportBoundAddresses],
        publish_address: facts.transportAddress,
        profiles: {},
      };
    case 'http':
      return {
        bound_address: [...facts.httpBoundAddresses],
        publish_address: facts.httpPublishAddress,
        max_content_length_in_bytes: facts.maxContentLengthBytes,
      };
    case 'plugins':
      return [];
    case 'ingest':
      return { processors: PROCESSOR_NAMES.map((type) => ({ type })) };
    case 'aggregations':
      return aggregationInfo();
    case 'search_pipelines':
      return { request_processors: [], response_processors: [] };
    case 'thread_pool':
      return threadPoolInfo(report);
    case 'indices':
      return undefined;
  }
}

function aggregationInfo(): JsonObject {
  const taken = Object.entries(takenValues());
  return Object.fromEntries(taken.map(([name, types]) => [name, { types: [...types] }]));
}

/** The pools with OpenSearch's `queue_size` of -1 for an unbounded queue. */
function threadPoolInfo({ threadPools }: NodeReport): JsonObject {
  const entries = threadPools.map(({ name, size, queueSize = -1 }): [string, JsonObject] => [
    name,
    { type: 'fixed', size, queue_size: queueSize },
  ]);
  return Object.fromEntries(entries);
}

/** Facts of V8 under the names of the JVM section, which existing tools read. */
function runtimeInfo({ process, sample, facts }: NodeReport): JsonObject {
  return {
    pid: process.pid,
    version: process.runtime.version,
    vm_name: 'V8',
    vm_version: process.runtime.v8,
    vm_vendor: 'Node.js',
    start_time_in_millis: facts.startedAtMs,
    mem: {
      heap_init_in_bytes: sample.heap.committedBytes,
      heap_max_in_bytes: sample.heap.maxBytes,
      non_heap_init_in_bytes: 0,
      non_heap_max_in_bytes: 0,
      direct_max_in_bytes: 0,
    },
    gc_collectors: ['young', 'old'],
    memory_pools: ['young', 'survivor', 'old'],
  };
}
