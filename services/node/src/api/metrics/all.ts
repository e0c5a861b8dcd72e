/** The table of contents of this room: one export line an endpoint. */
export { prometheus } from './prometheus.js';
