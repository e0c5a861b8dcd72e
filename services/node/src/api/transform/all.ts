/** The endpoints of this folder, one export per line. */
export { delete_transform } from './delete_transform.js';
export { get_transform } from './get_transform.js';
export { get_transform_stats } from './get_transform_stats.js';
export { preview_transform } from './preview_transform.js';
export { put_transform } from './put_transform.js';
export { reset_transform } from './reset_transform.js';
export { schedule_now_transform } from './schedule_now_transform.js';
export { start_transform } from './start_transform.js';
export { stop_transform } from './stop_transform.js';
export { update_transform } from './update_transform.js';
