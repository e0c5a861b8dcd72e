/** `POST /_update_by_query/{task_id}/_rethrottle`: another pace for one that is under way. */
import { defineRethrottle } from './rethrottle.js';

export const update_by_query_rethrottle = defineRethrottle({
  id: 'update_by_query_rethrottle',
  route: 'POST /_update_by_query/{task_id}/_rethrottle',
});
