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
    ['cluster.routing.allocation.enable', 'dynamic', 'copies that may be allocated'],
    'all',
    ['all', 'primaries', 'new_primaries', 'none'],
  ),
  rebalance: choiceSetting(
    ['cluster.routing.rebalance.enable', 'dynamic', 'copies that may be moved for balance'],
    'all',
    ['all', 'primaries', 'replicas', 'none'],
  ),
  allowRebalance: choiceSetting(
    [
      'cluster.routing.allocation.allow_rebalance',
      'dynamic',
      'state of the cluster in which copies may be moved for balance',
    ],
    'indices_all_active',
    ['always', 'indices_primaries_active', 'indices_all_active'],
  ),
  include: nodeFilterSetting([
    'cluster.routing.allocation.include.*',
    'dynamic',
    'attribute values of nodes that may hold shards; a node must have one of them',
  ]),
  exclude: nodeFilterSetting([
    'cluster.routing.allocation.exclude.*',
    'dynamic',
    'attribute values of nodes that must not hold shards',
  ]),
  require: nodeFilterSetting([
    'cluster.routing.allocation.require.*',
    'dynamic',
    'attribute values of nodes that may hold shards; a node must have all of them',
  ]),
  awareness: listSetting([
    'cluster.routing.allocation.awareness.attributes',
    'dynamic',
    'node attributes over whose values the copies of a shard are spread',
  ]),
  forcedAwareness: textSetting([
    'cluster.routing.allocation.awareness.force.*',
    'dynamic',
    'values of an awareness attribute for which copies are reserved, even without a node that has the value',
  ]),
  awarenessBalance: booleanSetting(
    [
      'cluster.routing.allocation.awareness.balance',
      'dynamic',
      'true: the number of copies of an index must be a multiple of the number of forced awareness values',
    ],
    'false',
  ),
  nodeRecoveries: intSetting(
    [
      'cluster.routing.allocation.node_concurrent_recoveries',
      'dynamic',
      'default of the limits of incoming and of outgoing recoveries of a node',
    ],
    '2',
    { min: 0 },
  ),
  incomingRecoveries: intSetting(
    [
      'cluster.routing.allocation.node_concurrent_incoming_recoveries',
      'dynamic',
      'largest number of recoveries to a node at the same time',
    ],
    '2',
    { min: 0 },
  ),
  outgoingRecoveries: intSetting(
    [
      'cluster.routing.allocation.node_concurrent_outgoing_recoveries',
      'dynamic',
      'largest number of recoveries from a node at the same time',
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
      'largest number of primaries that a node recovers from its disk at the same time',
    ],
    '64',
    { min: 0 },
  ),
  rebalances: intSetting(
    [
      'cluster.routing.allocation.cluster_concurrent_rebalance',
      'dynamic',
      'largest number of moves for balance in the cluster at the same time; -1: no limit',
    ],
    '2',
    { min: -1 },
  ),
  sameHost: booleanSetting(
    [
      'cluster.routing.allocation.same_shard.host',
      'dynamic',
      'true: two copies of a shard are never on the same host',
    ],
    'false',
  ),
  totalShardsPerNode: intSetting(
    [
      'cluster.routing.allocation.total_shards_per_node',
      'dynamic',
      'largest number of shards on a node; -1: no limit',
    ],
    '-1',
    { min: -1 },
  ),
  balanceIndex: floatSetting(
    [
      'cluster.routing.allocation.balance.index',
      'dynamic',
      'weight of the number of shards of one index per node',
    ],
    '0.55',
    { min: 0 },
  ),
  balanceShard: floatSetting(
    [
      'cluster.routing.allocation.balance.shard',
      'dynamic',
      'weight of the number of all shards per node',
    ],
    '0.45',
    { min: 0 },
  ),
  balanceThreshold: floatSetting(
    [
      'cluster.routing.allocation.balance.threshold',
      'dynamic',
      'smallest gain in weight for which a copy is moved',
    ],
    '1.0',
    { min: 0 },
  ),
  diskThreshold: booleanSetting(
    [
      'cluster.routing.allocation.disk.threshold_enabled',
      'dynamic',
      'true: allocation takes free disk space into account',
    ],
    'true',
  ),
  diskLow: watermarkSetting(
    [
      'cluster.routing.allocation.disk.watermark.low',
      'dynamic',
      'disk use above which a node gets no new shards: a share in use, or bytes that stay free',
    ],
    '85%',
  ),
  diskHigh: watermarkSetting(
    [
      'cluster.routing.allocation.disk.watermark.high',
      'dynamic',
      'disk use above which shards are moved away from a node: a share in use, or bytes that stay free',
    ],
    '90%',
  ),
  diskFlood: watermarkSetting(
    [
      'cluster.routing.allocation.disk.watermark.flood_stage',
      'dynamic',
      'disk use above which indices with a shard on the node become read-only: a share in use, or bytes that stay free',
    ],
    '95%',
  ),
  diskInclude: onlySetting(
    [
      'cluster.routing.allocation.disk.include_relocations',
      'dynamic',
      'only true: the size of arriving shards always counts as disk use',
    ],
    ['true'],
  ),
  useAdaptive: booleanSetting(
    [
      'cluster.routing.use_adaptive_replica_selection',
      'dynamic',
      'true: a search goes to the copy with the shortest expected response time; false: copies take turns',
    ],
    'true',
  ),
  defaultReplicas: intSetting(
    [
      'cluster.default_number_of_replicas',
      'dynamic',
      'number of replicas of an index whose request gives none',
    ],
    '1',
    { min: 0 },
  ),
  maxShardsPerNode: intSetting(
    [
      'cluster.max_shards_per_node',
      'dynamic',
      'limit of open shards in the cluster, per data node',
    ],
    '1000',
    { min: 1 },
  ),
  infoInterval: timeSetting(
    ['cluster.info.update.interval', 'dynamic', 'time between two measurements of disk use'],
    '30s',
    '10s',
  ),
};
