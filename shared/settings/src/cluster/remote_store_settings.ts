/** Settings of the logs of remote-backed indices. */
import { intSetting, sizeSetting, timeSetting } from '../setting_types.js';

export const REMOTE_STORE = {
  bufferInterval: timeSetting(
    [
      'cluster.remote_store.translog.buffer_interval',
      'dynamic',
      'shortest time between two uploads of a shard, if the index does not set its own',
    ],
    '650ms',
    '0ms',
  ),
  transferTimeout: timeSetting(
    [
      'cluster.remote_store.translog.transfer_timeout',
      'dynamic',
      'time after which a write that waits for the repository fails',
    ],
    '30s',
    '1s',
  ),
  maxReaders: intSetting(
    [
      'cluster.remote_store.translog.max_readers',
      'dynamic',
      'number of uploads of operations after which a shard uploads a commit that replaces them',
    ],
    '1000',
    { min: 100 },
  ),
  maxPending: sizeSetting(
    [
      'cluster.remote_store.translog.max_pending_size',
      'dynamic',
      'limit of the operations of a shard that wait for the repository, in bytes; above it, the shard refuses writes',
    ],
    '64mb',
    { min: 1 },
  ),
};
