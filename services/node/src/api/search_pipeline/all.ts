/** The table of contents of this room: one export line an endpoint. */
export { get } from './get.js';
