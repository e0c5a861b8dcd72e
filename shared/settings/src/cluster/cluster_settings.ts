/**
 * Settings of the whole cluster, changed through `_cluster/settings` or given in the node's
 * configuration.
 */
import { ApiError } from '@skein/errors';
import { PROFILES } from '../profiles.js';
import type { Setting } from '../setting.js';
import {
  booleanSetting,
  choiceSetting,
  intSetting,
  longSetting,
  onlySetting,
  sizeSetting,
  textSetting,
  timeSetting,
} from '../setting_types.js';
import { SettingsTable } from '../settings_table.js';
import { ALLOCATION } from './allocation_settings.js';
import { BREAKER } from './breaker_settings.js';
import { LIFECYCLE_WORK } from './lifecycle_settings.js';
import { REMOTE_STORE } from './remote_store_settings.js';
import { SCRIPT } from './script_settings.js';
import { SEGMENT_REPLICATION } from './segment_replication_settings.js';
import { SLOW_REQUEST, SLOW_REQUEST_LOG } from './slow_request_settings.js';
import { SNAPSHOTS } from './snapshot_settings.js';

const RECOVERY = {
  maxBytes: sizeSetting(
    [
      'indices.recovery.max_bytes_per_sec',
      'dynamic',
      'limit of the bandwidth for all recoveries of a node, in bytes per second; 0: no limit',
    ],
    '40mb',
    { min: 0 },
  ),
  fileChunks: intSetting(
    [
      'indices.recovery.max_concurrent_file_chunks',
      'dynamic',
      'number of file chunks of a recovery that are sent before the first is acknowledged',
    ],
    '2',
    { min: 1, max: 5 },
  ),
  operations: intSetting(
    [
      'indices.recovery.max_concurrent_operations',
      'dynamic',
      'number of batches of operations of a recovery that are sent before the first is acknowledged',
    ],
    '1',
    { min: 1, max: 4 },
  ),
  retryState: timeSetting(
    [
      'indices.recovery.retry_delay_state_sync',
      'dynamic',
      'pause before a copy asks its primary again, if the primary does not know the copy yet',
    ],
    '500ms',
    '0ms',
  ),
  retryNetwork: timeSetting(
    [
      'indices.recovery.retry_delay_network',
      'dynamic',
      'longest pause before a copy asks its primary again, if the primary cannot be reached',
    ],
    '5s',
    '0ms',
  ),
  activity: timeSetting(
    [
      'indices.recovery.recovery_activity_timeout',
      'dynamic',
      'time without progress after which a recovery fails',
    ],
    '1800000ms',
    '0ms',
  ),
  action: timeSetting(
    ['indices.recovery.internal_action_timeout', 'dynamic', 'timeout of a request of a recovery'],
    '15m',
    '0ms',
  ),
  longAction: timeSetting(
    [
      'indices.recovery.internal_action_long_timeout',
      'dynamic',
      'timeout of a request of a recovery that sends operations or ends the recovery',
    ],
    '1800000ms',
    '0ms',
  ),
};

const FS_HEALTH = {
  enabled: booleanSetting(
    ['monitor.fs.health.enabled', 'dynamic', 'true: nodes check that they can write to path.data'],
    'true',
  ),
  slowThreshold: timeSetting(
    [
      'monitor.fs.health.slow_path_logging_threshold',
      'dynamic',
      'duration above which a check of path.data is logged',
    ],
    '5s',
    '1ms',
  ),
  healthyTimeout: timeSetting(
    [
      'monitor.fs.health.healthy_timeout_threshold',
      'dynamic',
      'duration of a check of path.data above which the node is unhealthy',
    ],
    '60s',
    '1ms',
  ),
};

const SEARCH = {
  threadHelp: choiceSetting(
    [
      'search.concurrent_segment_search.mode',
      'dynamic',
      'use of idle search threads for the segments of a running search: auto, all or none',
    ],
    'auto',
    ['auto', 'all', 'none'],
  ),
  maxBuckets: intSetting(
    ['search.max_buckets', 'dynamic', 'largest number of buckets in a response'],
    '65535',
    {
      min: 0,
    },
  ),
  maxClauseCount: intSetting(
    ['indices.query.bool.max_clause_count', 'dynamic', 'largest number of clauses in a query'],
    '1024',
    { min: 1 },
  ),
  defaultTimeout: timeSetting(
    [
      'search.default_search_timeout',
      'dynamic',
      'timeout of searches that name none; -1: no timeout',
    ],
    '-1',
  ),
  allowExpensive: onlySetting(
    [
      'search.allow_expensive_queries',
      'dynamic',
      'only true: expensive queries are always allowed',
    ],
    ['true'],
  ),
  allowPartial: booleanSetting(
    [
      'search.default_allow_partial_results',
      'dynamic',
      'true: a search returns results without those of failed shards; the default of `allow_partial_search_results`',
    ],
    'true',
  ),
  cancelAfter: timeSetting(
    [
      'search.cancel_after_time_interval',
      'dynamic',
      'time after which a search is cancelled; the default of `cancel_after_time_interval`; -1: never',
    ],
    '-1',
  ),
  phaseTook: booleanSetting(
    [
      'search.phase_took_enabled',
      'dynamic',
      'true: a response contains the duration of each phase; the default of `phase_took`',
    ],
    'false',
  ),
  keepAlive: onlySetting(
    [
      'search.default_keep_alive',
      'dynamic',
      'only 5m: a search keeps its segments until its response is sent',
    ],
    ['5m'],
  ),
  maxKeepAlive: timeSetting(
    ['search.max_keep_alive', 'dynamic', 'longest `keep_alive` of a scroll'],
    '24h',
    '0ms',
  ),
  maxOpenScroll: intSetting(
    ['search.max_open_scroll_context', 'dynamic', 'largest number of open scrolls on a node'],
    '500',
    { min: 0 },
  ),
  maxOpenPit: intSetting(
    ['search.max_open_pit_context', 'dynamic', 'largest number of open points in time on a node'],
    '300',
    { min: 0 },
  ),
  pitMaxKeepAlive: timeSetting(
    ['point_in_time.max_keep_alive', 'dynamic', 'longest `keep_alive` of a point in time'],
    '24h',
    '0ms',
  ),
  maxAsyncAnswer: sizeSetting(
    [
      'search.max_async_search_response_size',
      'dynamic',
      'largest stored response of an asynchronous search, in bytes',
    ],
    '10mb',
    { min: 0 },
  ),
  maxRunningAsync: intSetting(
    [
      'plugins.asynchronous_search.node_concurrent_running_searches',
      'dynamic',
      'largest number of running asynchronous searches on a node',
    ],
    '20',
    { min: 1 },
  ),
  maxAsyncKeepAlive: timeSetting(
    [
      'plugins.asynchronous_search.max_keep_alive',
      'dynamic',
      'longest `keep_alive` of an asynchronous search of the OpenSearch API',
    ],
    '5d',
    '1m',
  ),
  maxAsyncWait: timeSetting(
    [
      'plugins.asynchronous_search.max_wait_for_completion_timeout',
      'dynamic',
      'longest time that a request waits for an asynchronous search',
    ],
    '1m',
    '1ms',
  ),
  lowLevelCancel: onlySetting(
    [
      'search.low_level_cancellation',
      'dynamic',
      'only true: running searches always check for cancellation',
    ],
    ['true'],
  ),
  shardCount: longSetting(
    ['action.search.shard_count.limit', 'dynamic', 'largest number of shards of a search'],
    '9223372036854775807',
    { min: 1 },
  ),
};

function checkAutoCreate(text: string): void {
  if (text === 'true' || text === 'false') return;
  for (const pattern of text.split(',').map((part) => part.trim())) {
    if (pattern === '' || pattern === '+' || pattern === '-') {
      throw new ApiError(
        'illegal_argument_exception',
        `Can't parse [${text}] for setting [action.auto_create_index] must be either [true, false, or a comma separated list of index patterns]`,
      );
    }
  }
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'off', 'all'];

function checkLevel(text: string): void {
  if (!LOG_LEVELS.includes(text.toLowerCase())) {
    throw new ApiError(
      'illegal_argument_exception',
      `Unknown level constant [${text.toUpperCase()}].`,
    );
  }
}

const GENERAL = {
  autoCreateIndex: textSetting(
    [
      'action.auto_create_index',
      'dynamic',
      'creation of a missing index by a write: true, false, or patterns of the allowed names',
    ],
    'true',
    checkAutoCreate,
  ),
  destructiveName: booleanSetting(
    [
      'action.destructive_requires_name',
      'dynamic',
      'true: requests that delete, open or close indices must name them, without wildcards and _all',
    ],
    'false',
  ),
  readOnly: booleanSetting(
    [
      'cluster.blocks.read_only',
      'dynamic',
      'true: the cluster refuses writes and metadata changes',
    ],
    'false',
  ),
  readOnlyAllowDelete: booleanSetting(
    [
      'cluster.blocks.read_only_allow_delete',
      'dynamic',
      'true: the cluster refuses writes and metadata changes, except the deletion of indices',
    ],
    'false',
  ),
  createIndexBlock: booleanSetting(
    ['cluster.blocks.create_index', 'dynamic', 'true: the cluster refuses new indices'],
    'false',
  ),
  stackTemplates: booleanSetting(
    [
      'stack.templates.enabled',
      'dynamic',
      'true: logs-*-*, metrics-*-* and synthetics-*-* are data streams, as in Elasticsearch; the default is true for the profiles elasticsearch-8 and elasticsearch-9',
    ],
    (settings) => String(/^elasticsearch-[89]$/.test(settings.get('compatibility.profile') ?? '')),
  ),
  profile: choiceSetting(
    [
      'compatibility.profile',
      'dynamic',
      'product whose name and version `GET /` and `_nodes` show',
    ],
    'universal',
    PROFILES,
  ),
  overrideMainResponse: booleanSetting(
    [
      'compatibility.override_main_response_version',
      'dynamic',
      'true: `GET /` shows version 7.10.2, for old clients',
    ],
    'false',
  ),
  indicesClose: booleanSetting(
    ['cluster.indices.close.enable', 'dynamic', 'true: indices may be closed'],
    'true',
  ),
  logger: textSetting(['logger.*', 'dynamic', 'log level of a component'], 'info', checkLevel),
  metadata: textSetting([
    'cluster.metadata.*',
    'dynamic',
    'notes of the operator; the server does not use them',
  ]),
  noMasterBlock: choiceSetting(
    ['cluster.no_master_block', 'dynamic', 'hint: operations that a node without a master refuses'],
    'metadata_write',
    ['all', 'write', 'metadata_write'],
  ),
  noManagerBlock: choiceSetting(
    [
      'cluster.no_cluster_manager_block',
      'dynamic',
      'hint: operations that a node without a cluster manager refuses',
    ],
    'metadata_write',
    ['all', 'write', 'metadata_write'],
  ),
  autoShrink: booleanSetting(
    [
      'cluster.auto_shrink_voting_configuration',
      'dynamic',
      'true: nodes that leave are removed from the voting configuration, which keeps at least three nodes',
    ],
    'true',
  ),
  maxVotingExclusions: intSetting(
    [
      'cluster.max_voting_config_exclusions',
      'dynamic',
      'largest number of nodes that are excluded from the voting configuration',
    ],
    '10',
    { min: 1 },
  ),
  deleteUnassigned: onlySetting(
    [
      'indices.store.delete.shard.timeout',
      'static',
      "only 30s: the removal of a shard's files has no timeout",
    ],
    ['30s'],
  ),
  mappingTimeout: timeSetting(
    [
      'indices.mapping.dynamic_timeout',
      'dynamic',
      'timeout of the mapping update for the new fields of a document',
    ],
    '30s',
    '0ms',
  ),
};

export const CLUSTER = {
  allocation: ALLOCATION,
  breaker: BREAKER,
  recovery: RECOVERY,
  fsHealth: FS_HEALTH,
  search: SEARCH,
  general: GENERAL,
  script: SCRIPT,
  lifecycle: LIFECYCLE_WORK,
  snapshots: SNAPSHOTS,
  remoteStore: REMOTE_STORE,
  segmentReplication: SEGMENT_REPLICATION,
  slowRequest: SLOW_REQUEST,
  slowRequestLog: SLOW_REQUEST_LOG,
} as const satisfies Record<string, Record<string, Setting<unknown>>>;

export const CLUSTER_SETTINGS = new SettingsTable('cluster', Object.values(CLUSTER));
