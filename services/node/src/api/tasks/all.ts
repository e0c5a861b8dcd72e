/** The table of contents of this room: one export line an endpoint. */
export { cancel } from './cancel.js';
export { get } from './get.js';
export { list } from './list.js';
