/** The two endpoints that end and forget an asynchronous search. */
import { acknowledged } from '@skein/http';
import { defineEndpoint, type Endpoint } from '../endpoint.js';

export function deleteEndpoint({ id, routes }: Pick<Endpoint, 'id' | 'routes'>): Endpoint {
  return defineEndpoint({
    id,
    shape: 'search',
    routes,
    params: {},
    body: 'none',
    privilege: 'indices:read',
    parse: ({ pathParams }) => pathParams.id ?? '',
    handle: async (search, { asyncSearches }, context) => {
      await asyncSearches.delete(search, context);
      return acknowledged();
    },
  });
}
