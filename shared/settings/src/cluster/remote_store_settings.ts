/** Settings of the logs of remote-backed indices. */
import { intSetting, sizeSetting, timeSetting } from '../setting_types.js';

export const REMOTE_STORE = {
  bufferInterval: timeSetting(
    [
      'cluster.remote_store.translog.buffer_interval',
      'dynamic',
      'least time between two uploads of a shard, where the index says nothing',
    ],
    '650ms',
    '0ms',
  ),
  transferTimeout: timeSetting(
    [
      'cluster.remote_store.translog.transfer_timeout',
      'dynamic',
      'a write that waits for the repository for longer is answered with an error',
    ],
    '30s',
    '1s',
  ),
  maxReaders: intSetting(
    [
      'cluster.remote_store.translog.max_readers',
      'dynamic',
      'uploads of operations after which a shard writes a commit, which takes their place',
    ],
    '1000',
    { min: 100 },
  ),
  maxPending: sizeSetting(
    [
      'cluster.remote_store.translog.max_pending_size',
      'dynamic',
      'operations of a shard that may wait for the repository; beyond it writes are refused',
    ],
    '64mb',
    { min: 1 },
  ),
};
