/** The endpoints of this folder, one export per line. */
export { create_policy } from './create_policy.js';
export { delete_policy } from './delete_policy.js';
export { explain_policy } from './explain_policy.js';
export { get_policies } from './get_policies.js';
export { get_policy } from './get_policy.js';
export { start_policy } from './start_policy.js';
export { stop_policy } from './stop_policy.js';
export { update_policy } from './update_policy.js';
