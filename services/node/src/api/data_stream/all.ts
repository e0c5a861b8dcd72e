/** The endpoints of this folder, one export per line. */
export { create_data_stream } from './create.js';
export { delete_data_stream } from './delete.js';
export { delete_data_lifecycle } from './delete_lifecycle.js';
export { get_data_stream } from './get.js';
export { get_data_lifecycle } from './get_lifecycle.js';
export { modify_data_stream } from './modify.js';
export { put_data_lifecycle } from './put_lifecycle.js';
export { data_streams_stats } from './stats.js';
