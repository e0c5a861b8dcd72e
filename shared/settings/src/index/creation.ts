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
  numberOfShards: intSetting(['index.number_of_shards', 'final', 'number of primary shards'], '1', {
    min: 1,
    max: MAX_SHARDS_PER_INDEX,
  }),
  numberOfReplicas: intSetting(
    ['index.number_of_replicas', 'dynamic', 'number of replicas of each primary shard'],
    '1',
    { min: 0 },
  ),
  numberOfRoutingShards: intSetting(
    [
      'index.number_of_routing_shards',
      'final',
      'number of slots of the hash space for routing; the index can be split up to this number of shards',
    ],
    undefined,
    { min: 1 },
  ),
  routingPartitionSize: intSetting(
    [
      'index.routing_partition_size',
      'final',
      'number of shards over which the documents of one routing value are spread',
    ],
    '1',
    { min: 1 },
  ),
  autoExpandReplicas: textSetting(
    [
      'index.auto_expand_replicas',
      'dynamic',
      'range of the number of replicas, which follows the number of data nodes: `0-1`, `0-all`; `false`: a fixed number',
    ],
    'false',
    checkAutoExpand,
  ),
  hidden: booleanSetting(
    [
      'index.hidden',
      'dynamic',
      'true: wildcards do not match the index, unless `expand_wildcards` contains hidden',
    ],
    'false',
  ),
  codec: textSetting(
    [
      'index.codec',
      'static',
      'compression of stored fields: default and lz4 are fast, the others are small',
    ],
    'default',
    checkCodec,
  ),
  priority: intSetting(
    [
      'index.priority',
      'dynamic',
      'priority of recovery; indices with a higher number are recovered first',
    ],
    '1',
    {
      min: 0,
    },
  ),
  writeWait: textSetting(
    [
      'index.write.wait_for_active_shards',
      'dynamic',
      'number of copies that must be active before a write starts, or all',
    ],
    '1',
    checkActiveShards,
  ),
  dataPath: onlySetting(
    ['index.data_path', 'final', "only empty: an index is in the node's path.data"],
    [''],
  ),
  storeType: textSetting(
    ['index.store.type', 'static', 'hint: access method for segment files'],
    '',
    checkStoreType,
  ),
  searchableRepository: textSetting(
    [
      'index.searchable_snapshot.repository',
      'private',
      'repository that holds the files of a searchable snapshot',
    ],
    undefined,
  ),
  searchableName: textSetting(
    [
      'index.searchable_snapshot.snapshot_id.name',
      'private',
      'name of the snapshot that is searched',
    ],
    undefined,
  ),
  searchableUuid: textSetting(
    [
      'index.searchable_snapshot.snapshot_id.uuid',
      'private',
      'uuid of the snapshot that is searched',
    ],
    undefined,
  ),
  searchableIndex: textSetting(
    ['index.searchable_snapshot.index.id', 'private', 'id of the index in the repository'],
    undefined,
  ),
  verifiedBeforeClose: booleanSetting(
    ['index.verified_before_close', 'private', 'true: the index was closed by the two-phase close'],
    'false',
  ),
  uuid: textSetting(['index.uuid', 'private', 'uuid of the index'], undefined),
  creationDate: textSetting(
    ['index.creation_date', 'private', 'time of creation, in milliseconds since 1970'],
    undefined,
  ),
  providedName: textSetting(
    [
      'index.provided_name',
      'private',
      'name of the index as the request gave it, such as a date math expression',
    ],
    undefined,
  ),
  versionCreated: textSetting(
    ['index.version.created', 'private', 'version of the node that created the index'],
    undefined,
  ),
  versionUpgraded: textSetting(
    [
      'index.version.upgraded',
      'private',
      'version of the last upgrade of the index; the server does not write it',
    ],
    undefined,
  ),
  resizeSourceName: textSetting(
    [
      'index.resize.source.name',
      'private',
      'name of the index from which this index was shrunk, split or cloned',
    ],
    undefined,
  ),
  resizeSourceUuid: textSetting(
    [
      'index.resize.source.uuid',
      'private',
      'uuid of the index from which this index was shrunk, split or cloned',
    ],
    undefined,
  ),
  replicationType: textSetting(
    [
      'index.replication.type',
      'final',
      '`DOCUMENT`: each copy indexes the documents; `SEGMENT`: replicas copy the segments of their primary',
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
