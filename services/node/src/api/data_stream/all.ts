/** The table of contents of this room: one export line an endpoint. */
export { create_data_stream } from './create.js';
export { delete_data_stream } from './delete.js';
export { get_data_stream } from './get.js';
export { modify_data_stream } from './modify.js';
export { data_streams_stats } from './stats.js';
