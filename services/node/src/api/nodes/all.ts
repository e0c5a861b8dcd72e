/** The table of contents of this room: one export line an endpoint. */
export { info } from './info.js';
export { stats } from './stats.js';
