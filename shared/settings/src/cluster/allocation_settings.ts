import { nodeFilterSetting } from '../node_filter_setting.js';
import {
  booleanSetting,
  choiceSetting,
  floatSetting,
  intSetting,
  listSetting,
  onlySetting,
  textSetting,
  timeSetting,
  watermarkSetting,
} from '../setting_types.js';

export const ALLOCATION = {
  enable: choiceSetting(
    ['cluster.routing.allocation.enable', 'dynamic', 'which copies may be allocated'],
    'all',
    ['all', 'primaries', 'new_primaries', 'none'],
  ),
  rebalance: choiceSetting(
    ['cluster.routing.rebalance.enable', 'dynamic', 'which copies may be moved'],
    'all',
    ['all', 'primaries', 'replicas', 'none'],
  ),
  allowRebalance: choiceSetting(
    ['cluster.routing.allocation.allow_rebalance', 'dynamic', 'when copies may be moved'],
    'indices_all_active',
    ['always', 'indices_primaries_active', 'indices_all_active'],
  ),
  include: nodeFilterSetting([
    'cluster.routing.allocation.include.*',
    'dynamic',
    'nodes that may hold shards: any of the values',
  ]),
  exclude: nodeFilterSetting([
    'cluster.routing.allocation.exclude.*',
    'dynamic',
    'nodes that may not hold shards',
  ]),
  require: nodeFilterSetting([
    'cluster.routing.allocation.require.*',
    'dynamic',
    'nodes that may hold shards: all of the values',
  ]),
  awareness: listSetting([
    'cluster.routing.allocation.awareness.attributes',
    'dynamic',
    'node attributes copies are spread over',
  ]),
  forcedAwareness: textSetting([
    'cluster.routing.allocation.awareness.force.*',
    'dynamic',
    'values of an attribute to keep room for',
  ]),
  awarenessBalance: booleanSetting(
    [
      'cluster.routing.allocation.awareness.balance',
      'dynamic',
      'indices have as many copies as can be spread evenly over the forced values',
    ],
    'false',
  ),
  nodeRecoveries: intSetting(
    [
      'cluster.routing.allocation.node_concurrent_recoveries',
      'dynamic',
      'recoveries of a node, each way',
    ],
    '2',
    { min: 0 },
  ),
  incomingRecoveries: intSetting(
    [
      'cluster.routing.allocation.node_concurrent_incoming_recoveries',
      'dynamic',
      'recoveries to a node',
    ],
    '2',
    { min: 0 },
  ),
  outgoingRecoveries: intSetting(
    [
      'cluster.routing.allocation.node_concurrent_outgoing_recoveries',
      'dynamic',
      'recoveries from a node',
    ],
    '2',
    { min: 0 },
  ),
  // OpenSearch's default is 4. Here shards wait in line for an engine thread to open them, and
  // every round publishes a state.
  initialPrimaries: intSetting(
    [
      'cluster.routing.allocation.node_initial_primaries_recoveries',
      'dynamic',
      'primaries a node recovers at once',
    ],
    '64',
    { min: 0 },
  ),
  rebalances: intSetting(
    [
      'cluster.routing.allocation.cluster_concurrent_rebalance',
      'dynamic',
      'moves in the cluster at once; -1 any',
    ],
    '2',
    { min: -1 },
  ),
  sameHost: booleanSetting(
    ['cluster.routing.allocation.same_shard.host', 'dynamic', 'no two copies on one host'],
    'false',
  ),
  totalShardsPerNode: intSetting(
    ['cluster.routing.allocation.total_shards_per_node', 'dynamic', 'shards on one node; -1 any'],
    '-1',
    { min: -1 },
  ),
  balanceIndex: floatSetting(
    ['cluster.routing.allocation.balance.index', 'dynamic', 'weight of the shards of one index'],
    '0.55',
    { min: 0 },
  ),
  balanceShard: floatSetting(
    ['cluster.routing.allocation.balance.shard', 'dynamic', 'weight of all shards'],
    '0.45',
    { min: 0 },
  ),
  balanceThreshold: floatSetting(
    ['cluster.routing.allocation.balance.threshold', 'dynamic', 'gain a move must bring'],
    '1.0',
    { min: 0 },
  ),
  diskThreshold: booleanSetting(
    ['cluster.routing.allocation.disk.threshold_enabled', 'dynamic', 'look at free disk space'],
    'true',
  ),
  diskLow: watermarkSetting(
    ['cluster.routing.allocation.disk.watermark.low', 'dynamic', 'no new shards above this use'],
    '85%',
  ),
  diskHigh: watermarkSetting(
    [
      'cluster.routing.allocation.disk.watermark.high',
      'dynamic',
      'shards move away above this use',
    ],
    '90%',
  ),
  diskFlood: watermarkSetting(
    [
      'cluster.routing.allocation.disk.watermark.flood_stage',
      'dynamic',
      'indices become read-only above this use',
    ],
    '95%',
  ),
  diskInclude: onlySetting(
    [
      'cluster.routing.allocation.disk.include_relocations',
      'dynamic',
      'arriving shards are always counted',
    ],
    ['true'],
  ),
  useAdaptive: booleanSetting(
    [
      'cluster.routing.use_adaptive_replica_selection',
      'dynamic',
      'searches ask the copy that is expected to answer first; else each in its turn',
    ],
    'true',
  ),
  defaultReplicas: intSetting(
    ['cluster.default_number_of_replicas', 'dynamic', 'replicas of an index that gives no number'],
    '1',
    { min: 0 },
  ),
  maxShardsPerNode: intSetting(
    ['cluster.max_shards_per_node', 'dynamic', 'open shards per data node'],
    '1000',
    { min: 1 },
  ),
  infoInterval: timeSetting(
    ['cluster.info.update.interval', 'dynamic', 'how often disk use is looked at'],
    '30s',
    '10s',
  ),
};
