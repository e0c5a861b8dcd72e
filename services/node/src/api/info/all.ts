/** The table of contents of this room: one export line an endpoint. */
export { health_live, health_ready } from './health.js';
export { info, ping } from './info.js';
export { license } from './license.js';
export { xpack } from './xpack.js';
