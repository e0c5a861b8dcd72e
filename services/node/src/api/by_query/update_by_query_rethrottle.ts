/**
 * `POST /_update_by_query/{task_id}/_rethrottle`: changes the rate of a running update by query.
 */
import { defineRethrottle } from './rethrottle.js';

export const update_by_query_rethrottle = defineRethrottle({
  id: 'update_by_query_rethrottle',
  route: 'POST /_update_by_query/{task_id}/_rethrottle',
});
