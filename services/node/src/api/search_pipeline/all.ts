/** The table of contents of this room: one export line an endpoint. */
export { delete_pipeline } from './delete_pipeline.js';
export { get } from './get.js';
export { put } from './put.js';
