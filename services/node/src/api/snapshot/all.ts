/** The table of contents of this room: one export line an endpoint. */
export { get } from './get.js';
export { get_repository } from './get_repository.js';
export { status } from './status.js';
