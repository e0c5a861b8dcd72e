/** The table of contents of this folder: one export line an endpoint. */
export { hot_threads } from './hot_threads.js';
export { info } from './info.js';
export { profile } from './profile.js';
export { reload_secure_settings } from './reload_secure_settings.js';
export { stats } from './stats.js';
export { usage } from './usage.js';
