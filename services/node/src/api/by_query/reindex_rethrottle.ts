/** `POST /_reindex/{task_id}/_rethrottle`: another pace for one that is under way. */
import { defineRethrottle } from './rethrottle.js';

export const reindex_rethrottle = defineRethrottle({
  id: 'reindex_rethrottle',
  route: 'POST /_reindex/{task_id}/_rethrottle',
});
