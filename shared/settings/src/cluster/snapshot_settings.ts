/** Settings of the work in snapshot repositories. */
import { parseQuartzCron } from '@skein/dates';
import { intSetting, textSetting, timeSetting } from '../setting_types.js';

export const SNAPSHOTS = {
  maxConcurrent: intSetting(
    [
      'snapshot.max_concurrent_operations',
      'dynamic',
      'largest number of snapshots, clones and deletions that run or wait at the same time',
    ],
    '1000',
    { min: 1 },
  ),
  retentionSchedule: textSetting(
    [
      'slm.retention_schedule',
      'dynamic',
      'schedule on which the retention of SLM policies removes snapshots; empty: never',
    ],
    '0 30 1 * * ?',
    (text) => {
      if (text !== '') parseQuartzCron(text);
    },
  ),
  retentionDuration: timeSetting(
    ['slm.retention_duration', 'dynamic', 'longest time of one run of SLM retention'],
    '1h',
    '500ms',
  ),
  minimumInterval: timeSetting(
    [
      'slm.minimum_interval',
      'dynamic',
      'shortest interval between two snapshots that an SLM policy may have',
    ],
    '15m',
    '0ms',
  ),
};
