/** The table of contents of this room: one export line an endpoint. */
export { restore } from './restore.js';
export { stats } from './stats.js';
