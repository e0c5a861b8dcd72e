/** Settings of lifecycle policies: when they are checked, and the actions that they may take. */
import type { Setting } from '../setting.js';
import { booleanSetting, intSetting, timeSetting } from '../setting_types.js';
import { parseRolloverConditions, type RolloverCondition } from './rollover_conditions.js';

export const LIFECYCLE_WORK = {
  pollInterval: timeSetting(
    [
      'indices.lifecycle.poll_interval',
      'dynamic',
      'time between two checks of the indices with an ILM policy',
    ],
    '10m',
    '1s',
  ),
  ismEnabled: booleanSetting(
    ['plugins.index_state_management.enabled', 'dynamic', 'true: ISM policies are executed'],
    'true',
  ),
  ismInterval: intSetting(
    [
      'plugins.index_state_management.job_interval',
      'dynamic',
      'minutes between two checks of an index with an ISM policy',
    ],
    '5',
    { min: 1 },
  ),
  transformsAtOnce: intSetting(
    [
      'transform.max_concurrent_checkpoints',
      'dynamic',
      'largest number of transforms that run at the same time; the others wait, longest overdue first',
    ],
    '10',
    { min: 1 },
  ),
  streamInterval: timeSetting(
    [
      'data_streams.lifecycle.poll_interval',
      'dynamic',
      'time between two checks of data streams for rollover and for expired indices',
    ],
    '5m',
    '1s',
  ),
  streamRollover: {
    key: 'cluster.lifecycle.default.rollover',
    update: 'dynamic',
    doc: 'conditions for the rollover of a data stream with a lifecycle: one of those that begin with max, and all that begin with min',
    defaultText: () =>
      'max_age=30d,max_primary_shard_size=50gb,min_docs=1,max_primary_shard_docs=200000000',
    absent: [],
    parse: parseRolloverConditions,
    isList: false,
  } satisfies Setting<readonly RolloverCondition[]>,
} as const;
