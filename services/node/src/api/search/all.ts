/** The table of contents of this room: one export line an endpoint. */
export { count } from './count.js';
export { explain } from './explain.js';
export { msearch } from './msearch.js';
export { search } from './search.js';
export { search_shards } from './search_shards.js';
export { validate_query } from './validate_query.js';
