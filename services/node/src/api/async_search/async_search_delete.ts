/** `DELETE /_async_search/{id}`: Elasticsearch's form. */
import { deleteEndpoint } from './delete_endpoint.js';

export const async_search_delete = deleteEndpoint({
  id: 'async_search.delete',
  routes: ['DELETE /_async_search/{id}'],
});
