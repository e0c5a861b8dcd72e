/**
 * Settings of replicas that copy the segments of their primary (`index.replication.type: SEGMENT`),
 * with OpenSearch's names and defaults.
 */
import { checkReplicationType } from '../replication_type.js';
import {
  booleanSetting,
  floatSetting,
  intSetting,
  sizeSetting,
  textSetting,
  timeSetting,
} from '../setting_types.js';

export const SEGMENT_REPLICATION = {
  strategy: textSetting(
    [
      'cluster.indices.replication.strategy',
      'final',
      '`index.replication.type` of new indices that say nothing of it',
    ],
    'DOCUMENT',
    checkReplicationType,
  ),
  restrict: booleanSetting(
    [
      'cluster.index.restrict.replication.type',
      'final',
      'whether an index of another `index.replication.type` than cluster.indices.replication.strategy is refused',
    ],
    'false',
  ),
  pressure: booleanSetting(
    [
      'segrep.pressure.enabled',
      'dynamic',
      'whether writes are refused while too many replicas of a shard are stale',
    ],
    'false',
  ),
  checkpointLimit: intSetting(
    [
      'segrep.pressure.checkpoint.limit',
      'dynamic',
      'a replica is stale that is more refreshes behind its primary, and for longer than segrep.pressure.time.limit',
    ],
    '30',
    { min: 1 },
  ),
  timeLimit: timeSetting(
    [
      'segrep.pressure.time.limit',
      'dynamic',
      'a replica is stale that is behind its primary for longer, and by more than segrep.pressure.checkpoint.limit',
    ],
    '5m',
    '0ms',
  ),
  staleLimit: floatSetting(
    [
      'segrep.pressure.replica.stale.limit',
      'dynamic',
      "the share of a shard's replicas that have to be stale until writes are refused",
    ],
    '0.5',
    { min: 0, max: 1 },
  ),
  lateLimit: timeSetting(
    [
      'segrep.replication.time.limit',
      'dynamic',
      'a replica that is behind its primary for longer is failed, and another copy takes its place; 0: never',
    ],
    '0m',
    '0ms',
  ),
  maxBytes: sizeSetting(
    [
      'indices.replication.max_bytes_per_sec',
      'dynamic',
      'bandwidth of the segments that a node sends to replicas, bytes a second; 0: without limit; -1: they share indices.recovery.max_bytes_per_sec with recoveries',
    ],
    '-1',
    { min: -1 },
  ),
};
