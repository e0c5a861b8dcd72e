/** `DELETE /_plugins/_asynchronous_search/{id}`: OpenSearch's form. */
import { deleteEndpoint } from './delete_endpoint.js';

export const asynchronous_search_delete = deleteEndpoint({
  id: 'asynchronous_search.delete',
  routes: [
    'DELETE /_plugins/_asynchronous_search/{id}',
    'DELETE /_opendistro/_asynchronous_search/{id}',
  ],
});
