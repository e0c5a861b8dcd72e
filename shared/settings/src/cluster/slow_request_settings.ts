/**
 * Settings of the log of slow searches on the coordinating node: searches whose phases together
 * exceed a threshold.
 */
import { slowLevelSetting, slowThresholds } from '../slow_log_settings.js';

export const SLOW_REQUEST = slowThresholds('cluster.search.request.slowlog.threshold', 'searches');

export const SLOW_REQUEST_LOG = {
  level: slowLevelSetting('cluster.search.request.slowlog.level'),
};
