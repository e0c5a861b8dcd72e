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
      'default of `index.replication.type` for new indices',
    ],
    'DOCUMENT',
    checkReplicationType,
  ),
  restrict: booleanSetting(
    [
      'cluster.index.restrict.replication.type',
      'final',
      'true: an index whose `index.replication.type` differs from cluster.indices.replication.strategy is refused',
    ],
    'false',
  ),
  pressure: booleanSetting(
    [
      'segrep.pressure.enabled',
      'dynamic',
      'true: a shard refuses writes while too many of its replicas are stale',
    ],
    'false',
  ),
  checkpointLimit: intSetting(
    [
      'segrep.pressure.checkpoint.limit',
      'dynamic',
      'number of refreshes; a replica is stale if it is behind its primary by more refreshes, for longer than segrep.pressure.time.limit',
    ],
    '30',
    { min: 1 },
  ),
  timeLimit: timeSetting(
    [
      'segrep.pressure.time.limit',
      'dynamic',
      'time; a replica is stale if it is behind its primary for longer, by more refreshes than segrep.pressure.checkpoint.limit',
    ],
    '5m',
    '0ms',
  ),
  staleLimit: floatSetting(
    [
      'segrep.pressure.replica.stale.limit',
      'dynamic',
      "share of a shard's replicas, from 0 to 1; if as many or more are stale, the shard refuses writes",
    ],
    '0.5',
    { min: 0, max: 1 },
  ),
  lateLimit: timeSetting(
    [
      'segrep.replication.time.limit',
      'dynamic',
      'time; a replica that is behind its primary for longer is failed and replaced; 0: never',
    ],
    '0m',
    '0ms',
  ),
  maxBytes: sizeSetting(
    [
      'indices.replication.max_bytes_per_sec',
      'dynamic',
      'limit of the bandwidth for segments that a node sends to replicas, in bytes per second; 0: no limit; -1: they share indices.recovery.max_bytes_per_sec with recoveries',
    ],
    '-1',
    { min: -1 },
  ),
};
