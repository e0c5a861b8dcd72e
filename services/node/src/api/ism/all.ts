/** The endpoints of this folder, one export per line. */
export { add } from './add.js';
export { change_policy } from './change_policy.js';
export { delete_policy } from './delete_policy.js';
export { explain } from './explain.js';
export { get_policies } from './get_policies.js';
export { get_policy } from './get_policy.js';
export { put_policy } from './put_policy.js';
export { remove } from './remove.js';
export { retry } from './retry.js';
