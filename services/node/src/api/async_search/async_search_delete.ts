/** `DELETE /_async_search/{id}`: ends and forgets an asynchronous search. */
import { acknowledged } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';

export const async_search_delete = defineEndpoint({
  id: 'async_search.delete',
  shape: 'search',
  routes: ['DELETE /_async_search/{id}'],
  params: {},
  body: 'none',
  privilege: 'indices:read',
  parse: ({ pathParams }) => pathParams.id ?? '',
  handle: async (id, { asyncSearches }, context) => {
    await asyncSearches.delete(id, context);
    return acknowledged();
  },
});
