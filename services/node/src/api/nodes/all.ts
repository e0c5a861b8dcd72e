/** The table of contents of this room: one export line an endpoint. */
export { hot_threads } from './hot_threads.js';
export { info } from './info.js';
export { stats } from './stats.js';
