/** The endpoints of this folder, one export per line. */
export { cancel } from './cancel.js';
export { get } from './get.js';
export { list } from './list.js';
