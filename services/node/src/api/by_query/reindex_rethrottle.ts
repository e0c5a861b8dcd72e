/** `POST /_reindex/{task_id}/_rethrottle`: changes the rate of a running reindex. */
import { defineRethrottle } from './rethrottle.js';

export const reindex_rethrottle = defineRethrottle({
  id: 'reindex_rethrottle',
  route: 'POST /_reindex/{task_id}/_rethrottle',
});
