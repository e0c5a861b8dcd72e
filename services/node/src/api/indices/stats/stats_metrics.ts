/**
 * The sections of `_stats`, by name. Each renders the counters of a shard, or their sums over
 * shards.
 */
import { formatByteSize, formatTimeMs, simpleMatch } from '@skein/base';
import { double, type JsonObject } from '@skein/content';
import { type ShardStats, UNLIMITED_RATE } from '@skein/shard';
import { allAndMore, unrecognized } from '../../nodes/metrics.js';
import { remoteSegments, remoteTranslog } from './remote_stats.js';

const GREATEST_LONG = 2n ** 63n - 1n;

type Section = (stats: ShardStats, show: Show) => JsonObject;

/**
 * Renders `{query_time_in_millis: 12}`, with `query_time: "12ms"` beside it if readable forms are
 * requested.
 */
interface Show {
  time(name: string, ms: number): JsonObject;
  size(name: string, bytes: number): JsonObject;
  /** Bytes per second; unlimited rates are shown as the greatest long. */
  rate(name: string, bytes: number): JsonObject;
  /** Only the readable form of a time, even if not requested. */
  words(name: string, ms: number): JsonObject;
  readonly human: boolean;
  readonly fields: StatFields;
}

/** Names and patterns of the fields whose numbers are shown individually. */
export interface StatFields {
  readonly fielddata: readonly string[];
  readonly completion: readonly string[];
}

const NO_FIELDS: StatFields = { fielddata: [], completion: [] };

export function statFields(params: {
  readonly fields?: readonly string[] | undefined;
  readonly fielddata_fields?: readonly string[] | undefined;
  readonly completion_fields?: readonly string[] | undefined;
}): StatFields {
  const { fields = [] } = params;
  const { fielddata_fields: fielddata = fields, completion_fields: completion = fields } = params;
  return { fielddata, completion };
}

/**
 * Sections for features without shard counters are not in the table; requests for them get the
 * empty form below.
 */
const STATS_SECTIONS: Readonly<Record<string, { readonly key: string; readonly render: Section }>> =
  {
    docs: { key: 'docs', render: ({ docs }) => ({ count: docs.count, deleted: docs.deleted }) },
    store: {
      key: 'store',
      render: ({ storeBytes }, show) => ({
        ...show.size('size', storeBytes),
        ...show.size('reserved', 0),
      }),
    },
    indexing: { key: 'indexing', render: indexing },
    get: { key: 'get', render: gets },
    search: { key: 'search', render: searches },
    merge: { key: 'merges', render: merges },
    refresh: { key: 'refresh', render: refreshes },
    flush: {
      key: 'flush',
      render: ({ flush }, show) => ({
        total: flush.total,
        periodic: flush.periodic,
        ...show.time('total_time', flush.timeMs),
      }),
    },
    warmer: {
      key: 'warmer',
      render: (_stats, show) => ({ current: 0, total: 0, ...show.time('total_time', 0) }),
    },
    query_cache: {
      key: 'query_cache',
      render: (_stats, show) => ({
        ...show.size('memory_size', 0),
        total_count: 0,
        hit_count: 0,
        miss_count: 0,
        cache_size: 0,
        cache_count: 0,
        evictions: 0,
      }),
    },
    fielddata: {
      key: 'fielddata',
      render: fielddata,
    },
    completion: { key: 'completion', render: completions },
    segments: { key: 'segments', render: segments },
    translog: { key: 'translog', render: translog },
    request_cache: {
      key: 'request_cache',
      render: ({ requestCache }, show) => ({
        ...show.size('memory_size', requestCache.memoryBytes),
        evictions: requestCache.evictions,
        hit_count: requestCache.hits,
        miss_count: requestCache.misses,
      }),
    },
    recovery: {
      key: 'recovery',
      render: (_stats, show) => ({
        current_as_source: 0,
        current_as_target: 0,
        ...show.time('throttle_time', 0),
      }),
    },
  };

/**
 * The sections of a list of `_stats`, where `_all` selects every section. Throws
 * illegal_argument_exception with the most similar names.
 */
export function checkMetrics(path: string, names: readonly string[]): readonly string[] {
  if (names.length > 1 && names.includes('_all')) throw allAndMore(path, names);
  return sectionsOf(names, { path });
}

/** The sections of a list of `_nodes/stats/indices`; `_all` selects every section. */
export function checkIndexMetrics(path: string, names: readonly string[]): readonly string[] {
  return sectionsOf(names, { path, kind: 'index metric' });
}

function sectionsOf(
  names: readonly string[],
  list: Parameters<typeof unrecognized>[2],
): readonly string[] {
  const known = Object.keys(STATS_SECTIONS);
  if (names.length === 1 && names[0] === '_all') return known;
  const unknown = names.filter((name) => !Object.hasOwn(STATS_SECTIONS, name));
  if (unknown.length > 0) throw unrecognized(unknown, known, list);
  return names;
}

export function renderSections(
  stats: ShardStats,
  metrics: readonly string[],
  shown: { readonly human: boolean; readonly fields?: StatFields },
): JsonObject {
  const show = shower(shown.human, shown.fields);
  return Object.fromEntries(
    metrics.flatMap((name) => {
      const section = STATS_SECTIONS[name];
      return section ? [[section.key, section.render(stats, show)]] : [];
    }),
  );
}

export function shower(human: boolean, fields: StatFields = NO_FIELDS): Show {
  return {
    human,
    fields,
    time: (name, ms) => ({
      [`${name}_in_millis`]: Math.round(ms),
      ...(human ? { [name]: formatTimeMs(Math.round(ms)) } : {}),
    }),
    size: (name, bytes) => ({
      [`${name}_in_bytes`]: bytes,
      ...(human ? { [name]: formatByteSize(bytes) } : {}),
    }),
    rate: (name, bytes) => ({
      [`${name}_in_bytes`]: bytes < UNLIMITED_RATE ? Math.round(bytes) : GREATEST_LONG,
      ...(human ? { [name]: formatByteSize(bytes) } : {}),
    }),
    words: (name, ms) => ({ [name]: formatTimeMs(Math.round(ms)) }),
  };
}

function fielddata({ fielddata: found }: ShardStats, show: Show): JsonObject {
  return {
    ...show.size('memory_size', sumOfBytes(found)),
    evictions: found.reduce((sum, { evictions }) => sum + evictions, 0),
    ...byField(found, show.fields.fielddata, (bytes) => show.size('memory_size', bytes)),
  };
}

function completions({ completion: found }: ShardStats, show: Show): JsonObject {
  return {
    ...show.size('size', sumOfBytes(found)),
    ...byField(found, show.fields.completion, (bytes) => show.size('size', bytes)),
  };
}

type FieldBytes = readonly { readonly field: string | undefined; readonly bytes: number }[];

function sumOfBytes(found: FieldBytes): number {
  return found.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The numbers of the requested fields; nothing if none were requested. */
function byField(
  found: FieldBytes,
  patterns: readonly string[],
  show: (bytes: number) => JsonObject,
): JsonObject {
  if (patterns.length === 0) return {};
  const sums = new Map<string, number>();
  for (const { field, bytes } of found) {
    if (field === undefined || !patterns.some((pattern) => simpleMatch(pattern, field))) continue;
    sums.set(field, (sums.get(field) ?? 0) + bytes);
  }
  return { fields: Object.fromEntries([...sums].map(([field, sum]) => [field, show(sum)])) };
}

function indexing({ indexing: counts }: ShardStats, show: Show): JsonObject {
  return {
    index_total: counts.indexTotal,
    ...show.time('index_time', counts.indexTimeMs),
    index_current: 0,
    index_failed: counts.indexFailed,
    delete_total: counts.deleteTotal,
    ...show.time('delete_time', counts.deleteTimeMs),
    delete_current: 0,
    noop_update_total: counts.noopUpdateTotal,
    is_throttled: counts.throttledShards > 0,
    ...show.time('throttle_time', counts.throttleTimeMs),
    // Statuses are counted by the nodes that route documents, not by shards.
    doc_status: {},
  };
}

function gets({ get }: ShardStats, show: Show): JsonObject {
  const timeMs = get.existsMs + get.missingMs;
  return {
    total: get.exists + get.missing,
    ...show.time('time', timeMs),
    // OpenSearch always shows the readable form of this time, under its own name.
    ...show.words('getTime', timeMs),
    exists_total: get.exists,
    ...show.time('exists_time', get.existsMs),
    missing_total: get.missing,
    ...show.time('missing_time', get.missingMs),
    current: 0,
  };
}

/** Counts of a shard's searches, scrolls and points in time. */
function searches({ search: counts, searchGroups }: ShardStats, show: Show): JsonObject {
  return {
    open_contexts: counts.scrollCurrent + counts.pointInTimeCurrent,
    query_total: counts.queryTotal,
    ...show.time('query_time', counts.queryTimeMs),
    query_current: counts.queryCurrent,
    // Searches with which other threads helped are counted among the others.
    concurrent_query_total: 0,
    ...show.time('concurrent_query_time', 0),
    concurrent_query_current: 0,
    concurrent_avg_slice_count: double(0),
    fetch_total: counts.fetchTotal,
    ...show.time('fetch_time', counts.fetchTimeMs),
    fetch_current: counts.fetchCurrent,
    scroll_total: counts.scrollTotal,
    ...show.time('scroll_time', Math.round(counts.scrollTimeMs)),
    scroll_current: counts.scrollCurrent,
    point_in_time_total: counts.pointInTimeTotal,
    ...show.time('point_in_time_time', Math.round(counts.pointInTimeTimeMs)),
    point_in_time_current: counts.pointInTimeCurrent,
    suggest_total: counts.suggestTotal,
    ...show.time('suggest_time', Math.round(counts.suggestTimeMs)),
    suggest_current: counts.suggestCurrent,
    search_idle_reactivate_count_total: 0,
    ...groupsJson(searchGroups, show),
  };
}

/** The requested stats groups; omitted if there are none. */
function groupsJson(groups: ShardStats['searchGroups'], show: Show): JsonObject {
  if (groups.length === 0) return {};
  const shown = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, counts]) => [
      name,
      {
        query_total: counts.queryTotal,
        ...show.time('query_time', counts.queryTimeMs),
        fetch_total: counts.fetchTotal,
        ...show.time('fetch_time', counts.fetchTimeMs),
      },
    ]);
  return { groups: Object.fromEntries(shown) };
}

function merges({ merges: counts }: ShardStats, show: Show): JsonObject {
  return {
    current: counts.current,
    current_docs: counts.currentDocs,
    ...show.size('current_size', counts.currentBytes),
    total: counts.total,
    ...show.time('total_time', counts.timeMs),
    total_docs: counts.docs,
    ...show.size('total_size', counts.bytes),
    ...show.time('total_stopped_time', 0),
    ...show.time('total_throttled_time', counts.heldBackMs),
    ...show.rate('total_auto_throttle', counts.bytesPerSecond),
    unreferenced_file_cleanups_performed: 0,
  };
}

function refreshes({ refresh }: ShardStats, show: Show): JsonObject {
  return {
    total: refresh.total,
    ...show.time('total_time', refresh.timeMs),
    external_total: refresh.externalTotal,
    ...show.time('external_total_time', refresh.timeMs),
    listeners: refresh.listeners,
  };
}

function segments(stats: ShardStats, show: Show): JsonObject {
  const { segments: counts, replicaLags, remoteStore } = stats;
  const bytesBehind = replicaLags.map((lag) => lag.bytesBehind);
  return {
    count: counts.count,
    ...show.size('memory', counts.memoryBytes),
    ...show.size('terms_memory', 0),
    ...show.size('stored_fields_memory', 0),
    ...show.size('term_vectors_memory', 0),
    ...show.size('norms_memory', 0),
    ...show.size('points_memory', 0),
    ...show.size('doc_values_memory', 0),
    ...show.size('index_writer_memory', 0),
    ...show.size('version_map_memory', 0),
    fixed_bit_set_memory_in_bytes: 0,
    ...(show.human ? { fixed_bit_set: formatByteSize(0) } : {}),
    max_unsafe_auto_id_timestamp: -1,
    remote_store: remoteSegments(remoteStore, show.human),
    segment_replication: {
      max_bytes_behind: Math.max(0, ...bytesBehind),
      total_bytes_behind: bytesBehind.reduce((sum, bytes) => sum + bytes, 0),
      max_replication_lag: Math.round(
        Math.max(0, ...replicaLags.map(({ currentLagMs }) => currentLagMs)),
      ),
    },
    file_sizes: {},
  };
}

function translog({ translog: log, remoteStore }: ShardStats, show: Show): JsonObject {
  return {
    operations: log.operations,
    ...show.size('size', log.sizeBytes),
    uncommitted_operations: log.uncommittedOperations,
    ...show.size('uncommitted_size', log.uncommittedSizeBytes),
    earliest_last_modified_age: 0,
    remote_store: remoteTranslog(remoteStore, show.human),
  };
}
