/** Secure settings from the keystore that can be reloaded at run time. */
export type { Keystore, SecureSettings } from './contract.js';
export { NodeSecureSettings, type SecureSettingsParts } from './node_secure_settings.js';
export { SECURE_SETTING_ROUTES, type SecureSettingCalls } from './secure_setting_calls.js';
