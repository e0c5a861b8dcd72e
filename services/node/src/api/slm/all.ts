/** The endpoints of this folder, one export per line. */
export { delete_lifecycle } from './delete_lifecycle.js';
export { execute_lifecycle } from './execute_lifecycle.js';
export { execute_retention } from './execute_retention.js';
export { get_lifecycle } from './get_lifecycle.js';
export { get_stats } from './get_stats.js';
export { get_status } from './get_status.js';
export { put_lifecycle } from './put_lifecycle.js';
export { start } from './start.js';
export { stop } from './stop.js';
