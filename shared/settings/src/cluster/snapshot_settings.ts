/** Work in snapshot repositories. */
import { intSetting } from '../setting_types.js';

export const SNAPSHOTS = {
  maxConcurrent: intSetting(
    [
      'snapshot.max_concurrent_operations',
      'dynamic',
      'snapshots, clones and deletions that may be under way or wait at once',
    ],
    '1000',
    { min: 1 },
  ),
};
