/** Which searches are logged on the node that was asked, because all of their phases together took long. */
import { slowLevelSetting, slowThresholds } from '../slow_log_settings.js';

export const SLOW_REQUEST = slowThresholds('cluster.search.request.slowlog.threshold', 'searches');

export const SLOW_REQUEST_LOG = {
  level: slowLevelSetting('cluster.search.request.slowlog.level'),
};
