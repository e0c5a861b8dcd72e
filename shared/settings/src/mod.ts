export { CHILD_BREAKERS } from './cluster/breaker_settings.js';
export { CLUSTER, CLUSTER_SETTINGS } from './cluster/cluster_settings.js';
export type { RolloverCondition, RolloverFact } from './cluster/rollover_conditions.js';
export { type CompilationRate, parseCompilationRate } from './cluster/script_settings.js';
export {
  applySettingsUpdate,
  flatSettingsJson,
  flatteningSettingsUpdate,
  flattenSettings,
  flattenSettingsUpdate,
  unflattenSettings,
  withPrefix,
} from './flatten.js';
export { INDEX, INDEX_SETTINGS } from './index/index_settings.js';
export { type IndexSortSetting, readIndexSort } from './index/sorting.js';
export { NODE, NODE_SETTINGS } from './node/node_settings.js';
export {
  S3_CLIENT,
  S3_CLIENT_OF_NODE,
  s3ClientNames,
  s3ClientSettings,
} from './node/s3_settings.js';
export {
  checkSecureNames,
  isSecretSetting,
  SECURE_SETTINGS,
  type SecureSetting,
  secureSetting,
  withSecureSettings,
} from './node/secure_settings.js';
export { PROFILES, type Profile } from './profiles.js';
export type { Setting, SettingScope, SettingUpdate } from './setting.js';
export { readSetting, settingText } from './setting.js';
export {
  booleanSetting,
  choiceSetting,
  intSetting,
  listSetting,
  type MemoryShare,
  memoryShareSetting,
  onlySetting,
  shareBytes,
  sizeSetting,
  textSetting,
  timeSetting,
  type Watermark,
} from './setting_types.js';
export type { Settings, SettingsUpdate, ShownSettings } from './settings.js';
export { listKeyOf, NO_SETTINGS, readList, settingsUnder, sortedSettings } from './settings.js';
export { SettingsTable } from './settings_table.js';
export { SLOW_LEVELS, type SlowLevel, type SlowThresholdSettings } from './slow_log_settings.js';
