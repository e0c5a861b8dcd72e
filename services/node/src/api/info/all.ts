/** The endpoints of this folder, one export per line. */
export { health_live, health_ready } from './health.js';
export { info, ping } from './info.js';
export { license } from './license.js';
export { xpack } from './xpack.js';
