/** The endpoints of this folder, one export per line. */
export { prometheus } from './prometheus.js';
