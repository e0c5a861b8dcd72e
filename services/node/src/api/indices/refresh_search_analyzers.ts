/**
 * `POST /_plugins/_refresh_search_analyzers/{index}`, an endpoint of OpenSearch's index management
 * plugin.
 */
import { reloadEndpoint } from './reload_endpoint.js';

export const refresh_search_analyzers = reloadEndpoint({
  id: 'indices.refresh_search_analyzers',
  routes: [
    'POST /_plugins/_refresh_search_analyzers/{index}',
    'POST /_opendistro/_refresh_search_analyzers/{index}',
  ],
  shown: ({ analyzers }) => ({
    successful_refresh_details: [...analyzers].map(([index, names]) => ({
      index,
      refreshed_analyzers: [...names],
    })),
  }),
});
