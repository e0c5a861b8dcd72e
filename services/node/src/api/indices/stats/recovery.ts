/** `GET /_recovery`, `GET /{index}/_recovery`: the progress or result of each copy's recovery. */
import { type ClusterNode, INDICES_OPTIONS } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { jsonReply } from '@skein/http';
import { REFERENCE_VERSION } from '../../../version.js';
import { hostOf } from '../../cat/node_address.js';
import { INDEX_EXPRESSION_PARAMS } from '../../common_params.js';
import { defineEndpoint } from '../../endpoint.js';
import { indexExpression, READS_METADATA, shownIndices } from '../index_targets.js';
import { isoDate } from '../render_settings.js';
import {
  type Amount,
  bytesOf,
  filesOf,
  operationsPercent,
  percentOf,
  RECOVERY_PARAMS,
  type RecoveryRow,
  recoveryRows,
  tookMs,
} from './recovery_rows.js';
import { shower } from './stats_metrics.js';

export const recovery = defineEndpoint({
  id: 'indices.recovery',
  shape: 'shards',
  routes: ['GET /_recovery', 'GET /{index}/_recovery'],
  params: {
    ...INDEX_EXPRESSION_PARAMS,
    ...RECOVERY_PARAMS,
  },
  body: 'none',
  privilege: { anyOf: READS_METADATA },
  parse: ({ pathParams, params }) => ({
    target: indexExpression(pathParams.index, params, INDICES_OPTIONS.strictExpandOpenClosed),
    params,
  }),
  handle: async ({ target, params }, actors, context) => {
    const indices = shownIndices(actors, context, target, READS_METADATA);
    const rows = await recoveryRows(indices, params, actors, context);
    const { detailed } = params;
    const { human, nowMs } = context;
    const view = { detailed, human, nowMs, show: shower(human) };
    const byIndex = Map.groupBy(rows, ({ index }) => index);
    const shown = [...byIndex].map(([index, ofIndex]): [string, JsonObject] => [
      index,
      { shards: ofIndex.map((row) => shardJson(row, view)) },
    ]);
    return jsonReply(Object.fromEntries(shown));
  },
});

interface View {
  readonly detailed: boolean;
  readonly human: boolean;
  readonly nowMs: number;
  readonly show: ReturnType<typeof shower>;
}

function shardJson(row: RecoveryRow, view: View): JsonObject {
  const { recovery } = row;
  const { type, stage, startMs, stopMs } = recovery;
  return {
    id: row.shardId,
    type,
    stage,
    primary: row.primary,
    ...moment('start_time', startMs, view),
    ...(stopMs === undefined ? {} : moment('stop_time', stopMs, view)),
    ...view.show.time('total_time', tookMs(recovery, view.nowMs)),
    source: sourceJson(row),
    target: row.target === undefined ? {} : nodeJson(row.target),
    index: indexJson(row, view),
    translog: {
      recovered: recovery.operations.recovered,
      total: recovery.operations.total,
      percent: operationsPercent(recovery),
      total_on_start: recovery.operations.total,
      ...view.show.time('total_time', recovery.translog.tookMs),
    },
    verify_index: { ...view.show.time('check_index_time', 0), ...view.show.time('total_time', 0) },
  };
}

/** The source repository or node. */
function sourceJson({ source, snapshot }: RecoveryRow): JsonObject {
  if (snapshot === undefined) return source === undefined ? {} : nodeJson(source);
  return {
    repository: snapshot.repository,
    snapshot: snapshot.snapshot.name,
    version: REFERENCE_VERSION.version,
    index: snapshot.index,
    restoreUUID: snapshot.restore,
    isSearchableSnapshot: false,
    remoteStoreIndexShallowCopy: false,
    sourceRemoteStoreRepository: null,
    sourceRemoteTranslogRepository: null,
  };
}

function indexJson({ recovery }: RecoveryRow, view: View): JsonObject {
  const files = filesOf(recovery);
  const details = recovery.files.map(({ name, lengthBytes, recoveredBytes, isReused }) => ({
    name,
    ...view.show.size('length', lengthBytes),
    reused: isReused,
    ...view.show.size('recovered', recoveredBytes),
  }));
  return {
    size: { ...sizes(bytesOf(recovery), view), percent: percentOf(bytesOf(recovery)) },
    files: { ...files, percent: percentOf(files), ...(view.detailed ? { details } : {}) },
    ...view.show.time('total_time', recovery.index.tookMs),
    ...view.show.time('source_throttle_time', 0),
    ...view.show.time('target_throttle_time', 0),
  };
}

function sizes({ total, reused, recovered }: Amount, view: View): JsonObject {
  return {
    ...view.show.size('total', total),
    ...view.show.size('reused', reused),
    ...view.show.size('recovered', recovered),
  };
}

function nodeJson({ id, host, transportAddress, name }: ClusterNode): JsonObject {
  return {
    id,
    host,
    transport_address: transportAddress,
    ip: hostOf(transportAddress),
    name,
  };
}

function moment(name: string, ms: number, { human }: View): JsonObject {
  return { ...(human ? { [name]: isoDate(ms) } : {}), [`${name}_in_millis`]: ms };
}
