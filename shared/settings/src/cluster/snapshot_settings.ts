/** Settings of the work in snapshot repositories. */
import { parseQuartzCron } from '@skein/dates';
import { intSetting, textSetting, timeSetting } from '../setting_types.js';

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
  retentionSchedule: textSetting(
    [
      'slm.retention_schedule',
      'dynamic',
      'when policies of snapshot lifecycle management remove snapshots; empty: never by itself',
    ],
    '0 30 1 * * ?',
    (text) => {
      if (text !== '') parseQuartzCron(text);
    },
  ),
  retentionDuration: timeSetting(
    ['slm.retention_duration', 'dynamic', 'how long such a removal may take'],
    '1h',
    '500ms',
  ),
  minimumInterval: timeSetting(
    [
      'slm.minimum_interval',
      'dynamic',
      'a policy of snapshot lifecycle management that would take snapshots more often is refused',
    ],
    '15m',
    '0ms',
  ),
};
