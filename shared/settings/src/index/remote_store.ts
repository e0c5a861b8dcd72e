/** Settings of the repository in which a remote-backed index keeps its operations and files. */
import { booleanSetting, textSetting, timeSetting } from '../setting_types.js';

export const REMOTE_STORE = {
  enabled: booleanSetting(
    [
      'index.remote_store.enabled',
      'final',
      'writes are acknowledged when they are in the repository, and the index can be restored from it',
    ],
    'false',
  ),
  segmentRepository: textSetting(
    ['index.remote_store.segment.repository', 'final', 'the repository of its files'],
    '',
  ),
  translogRepository: textSetting(
    [
      'index.remote_store.translog.repository',
      'final',
      'the repository of its operations: that of its files',
    ],
    '',
  ),
  bufferInterval: timeSetting(
    [
      'index.remote_store.translog.buffer_interval',
      'dynamic',
      'least time between two uploads of a shard; absent: cluster.remote_store.translog.buffer_interval',
    ],
    undefined,
    '0ms',
  ),
  path: textSetting(
    ['index.remote_store.path', 'private', 'its folder in the repository'],
    undefined,
  ),
};
