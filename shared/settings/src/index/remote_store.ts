/** Settings of the repository in which a remote-backed index keeps its operations and files. */
import { booleanSetting, textSetting, timeSetting } from '../setting_types.js';

export const REMOTE_STORE = {
  enabled: booleanSetting(
    [
      'index.remote_store.enabled',
      'final',
      'true: a write is acknowledged when it is in the repository, and the index can be restored from the repository',
    ],
    'false',
  ),
  segmentRepository: textSetting(
    ['index.remote_store.segment.repository', 'final', "repository of the index's segment files"],
    '',
  ),
  translogRepository: textSetting(
    [
      'index.remote_store.translog.repository',
      'final',
      "repository of the index's operations; the same as index.remote_store.segment.repository",
    ],
    '',
  ),
  bufferInterval: timeSetting(
    [
      'index.remote_store.translog.buffer_interval',
      'dynamic',
      'shortest time between two uploads of a shard; cluster.remote_store.translog.buffer_interval when absent',
    ],
    undefined,
    '0ms',
  ),
  path: textSetting(
    ['index.remote_store.path', 'private', 'folder of the index in the repository'],
    undefined,
  ),
};
