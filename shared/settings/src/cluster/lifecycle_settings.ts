/** Settings of lifecycle policies: when they are checked, and the actions that they may take. */
import type { Setting } from '../setting.js';
import { booleanSetting, intSetting, timeSetting } from '../setting_types.js';
import { parseRolloverConditions, type RolloverCondition } from './rollover_conditions.js';

export const LIFECYCLE_WORK = {
  pollInterval: timeSetting(
    [
      'indices.lifecycle.poll_interval',
      'dynamic',
      'how often it is looked whether an index is due, under policies of index lifecycle management',
    ],
    '10m',
    '1s',
  ),
  ismEnabled: booleanSetting(
    ['plugins.index_state_management.enabled', 'dynamic', 'policies of states are carried out'],
    'true',
  ),
  ismInterval: intSetting(
    [
      'plugins.index_state_management.job_interval',
      'dynamic',
      'minutes between two looks at an index under a policy of states',
    ],
    '5',
    { min: 1 },
  ),
  transformsAtOnce: intSetting(
    [
      'transform.max_concurrent_checkpoints',
      'dynamic',
      'transforms that search and write at once; the others wait, those that are due longest first',
    ],
    '10',
    { min: 1 },
  ),
  streamInterval: timeSetting(
    [
      'data_streams.lifecycle.poll_interval',
      'dynamic',
      'how often it is looked whether a data stream rolls over or has indices that are too old',
    ],
    '5m',
    '1s',
  ),
  streamRollover: {
    key: 'cluster.lifecycle.default.rollover',
    update: 'dynamic',
    doc: 'when a data stream with a lifecycle rolls over: one of the conditions that begin with max is met, and all that begin with min',
    defaultText: () =>
      'max_age=30d,max_primary_shard_size=50gb,min_docs=1,max_primary_shard_docs=200000000',
    absent: [],
    parse: parseRolloverConditions,
    isList: false,
  } satisfies Setting<readonly RolloverCondition[]>,
} as const;
