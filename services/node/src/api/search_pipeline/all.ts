/** The endpoints of this folder, one export per line. */
export { delete_pipeline } from './delete_pipeline.js';
export { get } from './get.js';
export { put } from './put.js';
