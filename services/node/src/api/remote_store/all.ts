/** The endpoints of this folder, one export per line. */
export { restore } from './restore.js';
export { stats } from './stats.js';
