/** Settings of an index's slow logs for searches and writes. */
import { booleanSetting } from '../setting_types.js';
import { charactersSetting, slowLevelSetting, slowThresholds } from '../slow_log_settings.js';

export const SLOW_QUERY = slowThresholds(
  'index.search.slowlog.threshold.query',
  'query phases of a shard',
);
export const SLOW_FETCH = slowThresholds(
  'index.search.slowlog.threshold.fetch',
  'fetch phases of a shard',
);
export const SLOW_INDEX = slowThresholds(
  'index.indexing.slowlog.threshold.index',
  'writes of a document',
);

export const SLOW_LOG = {
  searchLevel: slowLevelSetting('index.search.slowlog.level'),
  indexLevel: slowLevelSetting('index.indexing.slowlog.level'),
  source: charactersSetting(
    [
      'index.indexing.slowlog.source',
      'dynamic',
      'number of characters of the document that are logged; true: all, false: none',
    ],
    '1000',
  ),
  reformat: booleanSetting(
    ['index.indexing.slowlog.reformat', 'dynamic', 'true: the document is logged on one line'],
    'true',
  ),
};
