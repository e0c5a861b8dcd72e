/**
 * The figures of shards as columns, shared by `_cat/shards` (one shard a row) and `_cat/indices`
 * (all shards of an index summed). A figure is zero if Skein does not have what it measures (a
 * query cache) or does not count it (documents not yet in a segment, for which `_stats` says zero
 * too).
 */
import type { ShardStats } from '@skein/shard';
import type { Column } from '../cat_table.js';
import type { Cell } from '../cell.js';

export interface StatColumn {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly description: string;
  /** A `share` is shown with one decimal. */
  readonly unit: 'count' | 'bytes' | 'ms' | 'share';
  /** The figure of one shard. */
  readonly read: (stats: ShardStats) => number;
}

/** The sum over the shards; null when no shard answered. */
export function sumCell(column: StatColumn, shards: readonly ShardStats[]): Cell {
  if (shards.length === 0) return null;
  const sum = shards.reduce((total, stats) => total + column.read(stats), 0);
  if (column.unit === 'bytes') return { bytes: sum };
  if (column.unit === 'share') return sum.toFixed(1);
  return column.unit === 'ms' ? { ms: sum } : sum;
}

/** A hidden column with the sum over the shards of a row. */
export function statCells<Row>(
  column: StatColumn,
  shardsOf: (row: Row) => readonly ShardStats[],
): Column<Row> {
  const { name, aliases = [], description } = column;
  const cell = (row: Row) => sumCell(column, shardsOf(row));
  return { name, aliases, description, hidden: true, right: true, cell };
}

export const none = () => 0;

export function stat(
  name: string,
  alias: string,
  description: string,
  unit: StatColumn['unit'],
  read: StatColumn['read'],
): StatColumn {
  return { name, aliases: alias.split(','), description, unit, read };
}

/** The list with `more` inserted behind the column of this name. */
export function insertAfter<T extends { readonly name: string }>(
  columns: readonly T[],
  name: string,
  more: readonly T[],
): readonly T[] {
  return columns.flatMap((column) => (column.name === name ? [column, ...more] : [column]));
}

/** The columns in OpenSearch's order. */
export const STAT_COLUMNS: readonly StatColumn[] = [
  stat('completion.size', 'cs,completionSize', 'size of completion', 'bytes', (s) =>
    s.completion.reduce((sum, { bytes }) => sum + bytes, 0),
  ),
  stat('fielddata.memory_size', 'fm,fielddataMemory', 'field data in memory', 'bytes', (s) =>
    s.fielddata.reduce((sum, { bytes }) => sum + bytes, 0),
  ),
  stat('fielddata.evictions', 'fe,fielddataEvictions', 'field data evictions', 'count', (s) =>
    s.fielddata.reduce((sum, { evictions }) => sum + evictions, 0),
  ),
  stat('query_cache.memory_size', 'qcm,queryCacheMemory', 'query cache in memory', 'bytes', none),
  stat('query_cache.evictions', 'qce,queryCacheEvictions', 'query cache evictions', 'count', none),
  stat('flush.total', 'ft,flushTotal', 'flushes', 'count', (s) => s.flush.total),
  stat('flush.total_time', 'ftt,flushTotalTime', 'time in flush', 'ms', (s) => s.flush.timeMs),
  stat('get.current', 'gc,getCurrent', 'gets running', 'count', none),
  stat('get.time', 'gti,getTime', 'time in get', 'ms', (s) => s.get.existsMs + s.get.missingMs),
  stat('get.total', 'gto,getTotal', 'gets', 'count', (s) => s.get.exists + s.get.missing),
  stat(
    'get.exists_time',
    'geti,getExistsTime',
    'time in gets that found',
    'ms',
    (s) => s.get.existsMs,
  ),
  stat('get.exists_total', 'geto,getExistsTotal', 'gets that found', 'count', (s) => s.get.exists),
  stat(
    'get.missing_time',
    'gmti,getMissingTime',
    'time in gets that missed',
    'ms',
    (s) => s.get.missingMs,
  ),
  stat(
    'get.missing_total',
    'gmto,getMissingTotal',
    'gets that missed',
    'count',
    (s) => s.get.missing,
  ),
  stat('indexing.delete_current', 'idc,indexingDeleteCurrent', 'deletes running', 'count', none),
  stat(
    'indexing.delete_time',
    'idti,indexingDeleteTime',
    'time in deletes',
    'ms',
    (s) => s.indexing.deleteTimeMs,
  ),
  stat(
    'indexing.delete_total',
    'idto,indexingDeleteTotal',
    'deletes',
    'count',
    (s) => s.indexing.deleteTotal,
  ),
  stat(
    'indexing.index_current',
    'iic,indexingIndexCurrent',
    'index operations running',
    'count',
    none,
  ),
  stat(
    'indexing.index_time',
    'iiti,indexingIndexTime',
    'time in indexing',
    'ms',
    (s) => s.indexing.indexTimeMs,
  ),
  stat(
    'indexing.index_total',
    'iito,indexingIndexTotal',
    'index operations',
    'count',
    (s) => s.indexing.indexTotal,
  ),
  stat(
    'indexing.index_failed',
    'iif,indexingIndexFailed',
    'index operations that failed',
    'count',
    (s) => s.indexing.indexFailed,
  ),
  stat('merges.current', 'mc,mergesCurrent', 'merges running', 'count', (s) => s.merges.current),
  stat(
    'merges.current_docs',
    'mcd,mergesCurrentDocs',
    'documents being merged',
    'count',
    (s) => s.merges.currentDocs,
  ),
  stat(
    'merges.current_size',
    'mcs,mergesCurrentSize',
    'bytes being merged',
    'bytes',
    (s) => s.merges.currentBytes,
  ),
  stat('merges.total', 'mt,mergesTotal', 'merges done', 'count', (s) => s.merges.total),
  stat(
    'merges.total_docs',
    'mtd,mergesTotalDocs',
    'documents merged',
    'count',
    (s) => s.merges.docs,
  ),
  stat('merges.total_size', 'mts,mergesTotalSize', 'bytes merged', 'bytes', (s) => s.merges.bytes),
  stat('merges.total_time', 'mtt,mergesTotalTime', 'time in merges', 'ms', (s) => s.merges.timeMs),
  stat('refresh.total', 'rto,refreshTotal', 'refreshes', 'count', (s) => s.refresh.total),
  stat('refresh.time', 'rti,refreshTime', 'time in refresh', 'ms', (s) => s.refresh.timeMs),
  stat(
    'refresh.external_total',
    'rto,refreshTotal',
    'refreshes a search could see',
    'count',
    (s) => s.refresh.externalTotal,
  ),
  stat(
    'refresh.external_time',
    'rti,refreshTime',
    'time in refreshes a search could see',
    'ms',
    (s) => s.refresh.timeMs,
  ),
  stat(
    'refresh.listeners',
    'rli,refreshListeners',
    'writes waiting for a refresh',
    'count',
    (s) => s.refresh.listeners,
  ),
  stat(
    'search.fetch_current',
    'sfc,searchFetchCurrent',
    'fetch phases running',
    'count',
    (s) => s.search.fetchCurrent,
  ),
  stat(
    'search.fetch_time',
    'sfti,searchFetchTime',
    'time in fetch phases',
    'ms',
    (s) => s.search.fetchTimeMs,
  ),
  stat(
    'search.fetch_total',
    'sfto,searchFetchTotal',
    'fetch phases',
    'count',
    (s) => s.search.fetchTotal,
  ),
  stat(
    'search.open_contexts',
    'so,searchOpenContexts',
    'open search contexts',
    'count',
    (s) => s.search.scrollCurrent + s.search.pointInTimeCurrent,
  ),
  stat(
    'search.query_current',
    'sqc,searchQueryCurrent',
    'query phases running',
    'count',
    (s) => s.search.queryCurrent,
  ),
  stat(
    'search.query_time',
    'sqti,searchQueryTime',
    'time in query phases',
    'ms',
    (s) => s.search.queryTimeMs,
  ),
  stat(
    'search.query_total',
    'sqto,searchQueryTotal',
    'query phases',
    'count',
    (s) => s.search.queryTotal,
  ),
  stat(
    'search.concurrent_query_current',
    'scqc,searchConcurrentQueryCurrent',
    'concurrent query phases running',
    'count',
    none,
  ),
  stat(
    'search.concurrent_query_time',
    'scqti,searchConcurrentQueryTime',
    'time in concurrent query phases',
    'ms',
    none,
  ),
  stat(
    'search.concurrent_query_total',
    'scqto,searchConcurrentQueryTotal',
    'concurrent query phases',
    'count',
    none,
  ),
  stat(
    'search.concurrent_avg_slice_count',
    'casc,searchConcurrentAvgSliceCount',
    'slices of a concurrent search',
    'share',
    none,
  ),
  stat(
    'search.scroll_current',
    'scc,searchScrollCurrent',
    'open scrolls',
    'count',
    (s) => s.search.scrollCurrent,
  ),
  stat(
    'search.scroll_time',
    'scti,searchScrollTime',
    'time scrolls were open',
    'ms',
    (s) => s.search.scrollTimeMs,
  ),
  stat(
    'search.scroll_total',
    'scto,searchScrollTotal',
    'scrolls done',
    'count',
    (s) => s.search.scrollTotal,
  ),
  stat(
    'search.point_in_time_current',
    'spc,searchPointInTimeCurrent',
    'open points in time',
    'count',
    (s) => s.search.pointInTimeCurrent,
  ),
  stat(
    'search.point_in_time_time',
    'spti,searchPointInTimeTime',
    'time points in time were open',
    'ms',
    (s) => s.search.pointInTimeTimeMs,
  ),
  stat(
    'search.point_in_time_total',
    'spto,searchPointInTimeTotal',
    'points in time done',
    'count',
    (s) => s.search.pointInTimeTotal,
  ),
  stat(
    'search.search_idle_reactivate_count_total',
    'ssirct,searchSearchIdleReactivateCountTotal',
    'wake-ups from search idle',
    'count',
    none,
  ),
  stat('segments.count', 'sc,segmentsCount', 'segments', 'count', (s) => s.segments.count),
  stat(
    'segments.memory',
    'sm,segmentsMemory',
    'memory of segments',
    'bytes',
    (s) => s.segments.memoryBytes,
  ),
  stat(
    'segments.index_writer_memory',
    'siwm,segmentsIndexWriterMemory',
    'memory of documents not yet in a segment',
    'bytes',
    none,
  ),
  stat(
    'segments.version_map_memory',
    'svmm,segmentsVersionMapMemory',
    'memory of the version map',
    'bytes',
    none,
  ),
  stat(
    'segments.fixed_bitset_memory',
    'sfbm,fixedBitsetMemory',
    'memory of cached bit sets',
    'bytes',
    none,
  ),
];
