/**
 * `POST /_delete_by_query/{task_id}/_rethrottle`: changes the rate of a running delete by query.
 */
import { defineRethrottle } from './rethrottle.js';

export const delete_by_query_rethrottle = defineRethrottle({
  id: 'delete_by_query_rethrottle',
  route: 'POST /_delete_by_query/{task_id}/_rethrottle',
});
