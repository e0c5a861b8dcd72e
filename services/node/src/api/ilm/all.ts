/** The endpoints of this folder, one export per line. */
export { delete_lifecycle } from './delete_lifecycle.js';
export { explain_lifecycle } from './explain_lifecycle.js';
export { get_lifecycle } from './get_lifecycle.js';
export { get_status } from './get_status.js';
export { move_to_step } from './move_to_step.js';
export { put_lifecycle } from './put_lifecycle.js';
export { remove_policy } from './remove_policy.js';
export { retry } from './retry.js';
export { start } from './start.js';
export { stop } from './stop.js';
