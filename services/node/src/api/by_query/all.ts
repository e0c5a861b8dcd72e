/** The endpoints of this folder, one export per line. */
export { delete_by_query } from './delete_by_query.js';
export { delete_by_query_rethrottle } from './delete_by_query_rethrottle.js';
export { reindex } from './reindex.js';
export { reindex_rethrottle } from './reindex_rethrottle.js';
export { update_by_query } from './update_by_query.js';
export { update_by_query_rethrottle } from './update_by_query_rethrottle.js';
