/** The table of contents of this room: one export line an endpoint. */
export { get_pipeline } from './get_pipeline.js';
