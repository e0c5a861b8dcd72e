/** The table of contents of this room: one export line an endpoint. */
export { info, ping } from './info.js';
export { license } from './license.js';
export { ready } from './ready.js';
export { xpack } from './xpack.js';
