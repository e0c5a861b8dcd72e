/** The endpoints of this folder, one export per line. */
export { delete_pipeline } from './delete_pipeline.js';
export { get_pipeline } from './get_pipeline.js';
export { processor_grok } from './processor_grok.js';
export { put_pipeline } from './put_pipeline.js';
export { simulate } from './simulate.js';
