/** The table of contents of this room: one export line an endpoint. */
export { count } from './count.js';
export { explain } from './explain.js';
export { field_caps } from './field_caps.js';
export { msearch } from './msearch.js';
export { msearch_template } from './msearch_template.js';
export { mtermvectors } from './mtermvectors.js';
export { render_search_template } from './render_search_template.js';
export { search } from './search.js';
export { search_shards } from './search_shards.js';
export { search_template } from './search_template.js';
export { termvectors } from './termvectors.js';
export { validate_query } from './validate_query.js';
