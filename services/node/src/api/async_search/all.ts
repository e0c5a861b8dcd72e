/** The endpoints of this folder, one export per line. */
export { async_search_delete } from './async_search_delete.js';
export { async_search_get } from './async_search_get.js';
export { async_search_status } from './async_search_status.js';
export { async_search_submit } from './async_search_submit.js';
export { asynchronous_search_delete } from './asynchronous_search_delete.js';
export { asynchronous_search_get } from './asynchronous_search_get.js';
export { asynchronous_search_stats } from './asynchronous_search_stats.js';
export { asynchronous_search_submit } from './asynchronous_search_submit.js';
