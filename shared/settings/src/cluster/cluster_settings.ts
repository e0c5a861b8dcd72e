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
      "bandwidth of a node's recoveries, bytes a second; 0: without limit",
    ],
    '40mb',
    { min: 0 },
  ),
  fileChunks: intSetting(
    [
      'indices.recovery.max_concurrent_file_chunks',
      'dynamic',
      'file chunks of a recovery on their way at once',
    ],
    '2',
    { min: 1, max: 5 },
  ),
  operations: intSetting(
    [
      'indices.recovery.max_concurrent_operations',
      'dynamic',
      'batches of operations of a recovery on their way at once',
    ],
    '1',
    { min: 1, max: 4 },
  ),
  retryState: timeSetting(
    [
      'indices.recovery.retry_delay_state_sync',
      'dynamic',
      'pause before a copy asks again a primary that has not heard of it yet',
    ],
    '500ms',
    '0ms',
  ),
  retryNetwork: timeSetting(
    [
      'indices.recovery.retry_delay_network',
      'dynamic',
      'longest pause before a copy asks again a primary that cannot be reached',
    ],
    '5s',
    '0ms',
  ),
  activity: timeSetting(
    [
      'indices.recovery.recovery_activity_timeout',
      'dynamic',
      'a copy that gets nothing of its recovery for so long gives up',
    ],
    '1800000ms',
    '0ms',
  ),
  action: timeSetting(
    ['indices.recovery.internal_action_timeout', 'dynamic', 'limit of a call of a recovery'],
    '15m',
    '0ms',
  ),
  longAction: timeSetting(
    [
      'indices.recovery.internal_action_long_timeout',
      'dynamic',
      'limit of a call of a recovery that brings operations, or ends it',
    ],
    '1800000ms',
    '0ms',
  ),
};

const FS_HEALTH = {
  enabled: booleanSetting(
    ['monitor.fs.health.enabled', 'dynamic', 'whether nodes check that they can write'],
    'true',
  ),
  slowThreshold: timeSetting(
    [
      'monitor.fs.health.slow_path_logging_threshold',
      'dynamic',
      'a check that takes longer is logged',
    ],
    '5s',
    '1ms',
  ),
  healthyTimeout: timeSetting(
    [
      'monitor.fs.health.healthy_timeout_threshold',
      'dynamic',
      'a node whose check takes longer is unhealthy',
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
      'whether idle search threads take segments of a search',
    ],
    'auto',
    ['auto', 'all', 'none'],
  ),
  maxBuckets: intSetting(['search.max_buckets', 'dynamic', 'buckets of one answer'], '65535', {
    min: 0,
  }),
  maxClauseCount: intSetting(
    ['indices.query.bool.max_clause_count', 'dynamic', 'clauses of a query'],
    '1024',
    { min: 1 },
  ),
  defaultTimeout: timeSetting(
    [
      'search.default_search_timeout',
      'dynamic',
      'how long a search that names no timeout looks at documents; -1: no limit',
    ],
    '-1',
  ),
  allowExpensive: onlySetting(
    ['search.allow_expensive_queries', 'dynamic', 'slow queries are always allowed'],
    ['true'],
  ),
  allowPartial: booleanSetting(
    [
      'search.default_allow_partial_results',
      'dynamic',
      'whether failed shards fail a search that does not say so',
    ],
    'true',
  ),
  cancelAfter: timeSetting(
    [
      'search.cancel_after_time_interval',
      'dynamic',
      'after how long a search that says nothing of it is cancelled; -1: never',
    ],
    '-1',
  ),
  phaseTook: booleanSetting(
    [
      'search.phase_took_enabled',
      'dynamic',
      'whether answers to searches that do not say so tell how long each phase took',
    ],
    'false',
  ),
  keepAlive: onlySetting(
    ['search.default_keep_alive', 'dynamic', 'what a search holds it holds until it is answered'],
    ['5m'],
  ),
  maxKeepAlive: timeSetting(
    ['search.max_keep_alive', 'dynamic', 'longest life of a scroll'],
    '24h',
    '0ms',
  ),
  maxOpenScroll: intSetting(
    ['search.max_open_scroll_context', 'dynamic', 'open scrolls of a node'],
    '500',
    { min: 0 },
  ),
  maxOpenPit: intSetting(
    ['search.max_open_pit_context', 'dynamic', 'open points in time of a node'],
    '300',
    { min: 0 },
  ),
  pitMaxKeepAlive: timeSetting(
    ['point_in_time.max_keep_alive', 'dynamic', 'longest life of a point in time'],
    '24h',
    '0ms',
  ),
  maxAsyncAnswer: sizeSetting(
    [
      'search.max_async_search_response_size',
      'dynamic',
      'largest answer that is kept of an asynchronous search',
    ],
    '10mb',
    { min: 0 },
  ),
  maxRunningAsync: intSetting(
    [
      'plugins.asynchronous_search.node_concurrent_running_searches',
      'dynamic',
      'asynchronous searches under way on a node',
    ],
    '20',
    { min: 1 },
  ),
  maxAsyncKeepAlive: timeSetting(
    [
      'plugins.asynchronous_search.max_keep_alive',
      'dynamic',
      'longest life of an asynchronous search',
    ],
    '5d',
    '1m',
  ),
  maxAsyncWait: timeSetting(
    [
      'plugins.asynchronous_search.max_wait_for_completion_timeout',
      'dynamic',
      'longest time a request waits for an asynchronous search',
    ],
    '1m',
    '1ms',
  ),
  lowLevelCancel: onlySetting(
    ['search.low_level_cancellation', 'dynamic', 'searches always look for cancellation'],
    ['true'],
  ),
  expensiveAggs: intSetting(
    ['search.aggregations.max_buckets_per_shard', 'dynamic', 'buckets of one shard'],
    '65535',
    { min: 0 },
  ),
  shardCount: intSetting(
    ['action.search.shard_count.limit', 'dynamic', 'shards of one search'],
    String(2 ** 31 - 1),
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
      'whether a write may make its index: true, false, or patterns',
    ],
    'true',
    checkAutoCreate,
  ),
  destructiveName: booleanSetting(
    ['action.destructive_requires_name', 'dynamic', 'wildcards and _all may not delete or close'],
    'false',
  ),
  readOnly: booleanSetting(
    ['cluster.blocks.read_only', 'dynamic', 'no metadata changes, no writes'],
    'false',
  ),
  readOnlyAllowDelete: booleanSetting(
    [
      'cluster.blocks.read_only_allow_delete',
      'dynamic',
      'as read_only, but indices may be deleted',
    ],
    'false',
  ),
  createIndexBlock: booleanSetting(
    ['cluster.blocks.create_index', 'dynamic', 'no new indices'],
    'false',
  ),
  stackTemplates: booleanSetting(
    [
      'stack.templates.enabled',
      'dynamic',
      'logs-*-*, metrics-*-* and synthetics-*-* are data streams, as in Elasticsearch; the default follows compatibility.profile',
    ],
    (settings) => String(/^elasticsearch-[89]$/.test(settings.get('compatibility.profile') ?? '')),
  ),
  profile: choiceSetting(
    ['compatibility.profile', 'dynamic', "which product's identity `GET /` and `_nodes` show"],
    'universal',
    PROFILES,
  ),
  overrideMainResponse: booleanSetting(
    [
      'compatibility.override_main_response_version',
      'dynamic',
      '`GET /` says 7.10.2 for old clients',
    ],
    'false',
  ),
  indicesClose: booleanSetting(
    ['cluster.indices.close.enable', 'dynamic', 'indices may be closed'],
    'true',
  ),
  logger: textSetting(['logger.*', 'dynamic', 'level of a part of the log'], 'info', checkLevel),
  metadata: textSetting(['cluster.metadata.*', 'dynamic', 'free notes of the operator']),
  noMasterBlock: choiceSetting(
    ['cluster.no_master_block', 'dynamic', 'hint: what is refused without a master'],
    'metadata_write',
    ['all', 'write', 'metadata_write'],
  ),
  noManagerBlock: choiceSetting(
    [
      'cluster.no_cluster_manager_block',
      'dynamic',
      'hint: what is refused without a cluster manager',
    ],
    'metadata_write',
    ['all', 'write', 'metadata_write'],
  ),
  autoShrink: booleanSetting(
    [
      'cluster.auto_shrink_voting_configuration',
      'dynamic',
      'the voting configuration shrinks, not below three, when nodes leave',
    ],
    'true',
  ),
  maxVotingExclusions: intSetting(
    [
      'cluster.max_voting_config_exclusions',
      'dynamic',
      'most nodes kept out of the voting configuration',
    ],
    '10',
    { min: 1 },
  ),
  deleteUnassigned: onlySetting(
    ['indices.store.delete.shard.timeout', 'static', "a shard's files are removed without a limit"],
    ['30s'],
  ),
  mappingTimeout: timeSetting(
    ['indices.mapping.dynamic_timeout', 'dynamic', 'limit of a dynamic mapping change'],
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
