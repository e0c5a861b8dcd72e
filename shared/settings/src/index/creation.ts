/** Settings for creating an index: shards, copies, identity. */
import { ApiError } from '@skein/errors';
import { checkReplicationType } from '../replication_type.js';
import { booleanSetting, intSetting, onlySetting, textSetting } from '../setting_types.js';

/** Limit of shards per index, the same as OpenSearch's. */
const MAX_SHARDS_PER_INDEX = 1024;

const AUTO_EXPAND = /^(false|\d+-(\d+|all))$/;

function checkAutoExpand(text: string): void {
  if (AUTO_EXPAND.test(text)) {
    const [least = 0, most = 0] = text.split('-').map(Number);
    if (!(least > most)) return;
    throw new ApiError(
      'illegal_argument_exception',
      `[index.auto_expand_replicas] minReplicas must be =< maxReplicas but wasn't ${least} > ${most}`,
    );
  }
  const dash = text.indexOf('-');
  const [low = '', high = ''] = [text.slice(0, dash), text.slice(dash + 1)];
  const number = /^\d+$/.test(low) ? high : low;
  throw new ApiError(
    'illegal_argument_exception',
    `failed to parse [index.auto_expand_replicas] from value: [${text}] at index ${dash}`,
    dash < 0
      ? {}
      : { cause: new ApiError('number_format_exception', `For input string: "${number}"`) },
  );
}

export const CREATION = {
  numberOfShards: intSetting(['index.number_of_shards', 'final', 'primary shards'], '1', {
    min: 1,
    max: MAX_SHARDS_PER_INDEX,
  }),
  numberOfReplicas: intSetting(
    ['index.number_of_replicas', 'dynamic', 'copies of each primary'],
    '1',
    { min: 0 },
  ),
  numberOfRoutingShards: intSetting(
    [
      'index.number_of_routing_shards',
      'final',
      'size of the hash space that documents are routed in',
    ],
    undefined,
    { min: 1 },
  ),
  routingPartitionSize: intSetting(
    ['index.routing_partition_size', 'final', 'shards one routing value may go to'],
    '1',
    { min: 1 },
  ),
  autoExpandReplicas: textSetting(
    [
      'index.auto_expand_replicas',
      'dynamic',
      'copies follow the number of data nodes: `0-1`, `0-all`, `false`',
    ],
    'false',
    checkAutoExpand,
  ),
  hidden: booleanSetting(
    ['index.hidden', 'dynamic', 'left out of wildcards unless `expand_wildcards` says hidden'],
    'false',
  ),
  codec: textSetting(
    [
      'index.codec',
      'static',
      'how stored fields are compressed: default and lz4 for speed, the others for size',
    ],
    'default',
    checkCodec,
  ),
  priority: intSetting(['index.priority', 'dynamic', 'order of recovery, highest first'], '1', {
    min: 0,
  }),
  writeWait: textSetting(
    ['index.write.wait_for_active_shards', 'dynamic', 'copies that must be active before a write'],
    '1',
    checkActiveShards,
  ),
  dataPath: onlySetting(['index.data_path', 'final', "only the node's own data path"], ['']),
  storeType: textSetting(
    ['index.store.type', 'static', 'hint: how segment files are read'],
    '',
    checkStoreType,
  ),
  searchableRepository: textSetting(
    ['index.searchable_snapshot.repository', 'private', 'where the index is searched'],
    undefined,
  ),
  searchableName: textSetting(
    ['index.searchable_snapshot.snapshot_id.name', 'private', 'the snapshot it is searched in'],
    undefined,
  ),
  searchableUuid: textSetting(
    ['index.searchable_snapshot.snapshot_id.uuid', 'private', 'identity of that snapshot'],
    undefined,
  ),
  searchableIndex: textSetting(
    ['index.searchable_snapshot.index.id', 'private', 'identity of the index in the repository'],
    undefined,
  ),
  verifiedBeforeClose: booleanSetting(
    ['index.verified_before_close', 'private', 'closed by the two-phase close'],
    'false',
  ),
  uuid: textSetting(['index.uuid', 'private', 'identity of the index'], undefined),
  creationDate: textSetting(
    ['index.creation_date', 'private', 'milliseconds since the epoch'],
    undefined,
  ),
  providedName: textSetting(
    ['index.provided_name', 'private', 'the name as it was asked for'],
    undefined,
  ),
  versionCreated: textSetting(
    ['index.version.created', 'private', 'version of the node that made it'],
    undefined,
  ),
  versionUpgraded: textSetting(
    ['index.version.upgraded', 'private', 'version of the node that last opened it anew'],
    undefined,
  ),
  resizeSourceName: textSetting(
    ['index.resize.source.name', 'private', 'the index this one was made of'],
    undefined,
  ),
  resizeSourceUuid: textSetting(
    ['index.resize.source.uuid', 'private', 'identity of the index this one was made of'],
    undefined,
  ),
  replicationType: textSetting(
    [
      'index.replication.type',
      'final',
      '`DOCUMENT`: each copy indexes by itself; `SEGMENT`: replicas copy the segments of their primary',
    ],
    'DOCUMENT',
    checkReplicationType,
  ),
};

const CODECS = ['default', 'lz4', 'best_compression', 'zlib', 'zstd', 'zstd_no_dict'];

function checkCodec(text: string): void {
  if (CODECS.includes(text)) return;
  throw new ApiError(
    'illegal_argument_exception',
    `unknown value for [index.codec] must be one of [default, lz4, best_compression, zlib] but was: ${text}`,
  );
}

const STORE_TYPES = ['', 'fs', 'niofs', 'mmapfs', 'hybridfs'];

function checkStoreType(text: string): void {
  if (text === 'remote_snapshot') {
    throw new ApiError(
      'illegal_argument_exception',
      'cannot create index with index setting "index.store.type" set to "remote_snapshot". Store type can be set to "remote_snapshot" only when restoring a remote snapshot by using "storage_type": "remote_snapshot"',
    );
  }
  if (!STORE_TYPES.includes(text)) {
    throw new ApiError('illegal_argument_exception', `Unknown store type [${text}]`);
  }
}

function checkActiveShards(text: string): void {
  if (text === 'all' || /^\d+$/.test(text)) return;
  throw new ApiError('illegal_argument_exception', `cannot parse ActiveShardCount[${text}]`);
}
