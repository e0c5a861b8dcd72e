/** `POST /{index}/_reload_search_analyzers`, an Elasticsearch endpoint. */
import { reloadEndpoint } from './reload_endpoint.js';

export const reload_search_analyzers = reloadEndpoint({
  id: 'indices.reload_search_analyzers',
  routes: ['GET /{index}/_reload_search_analyzers', 'POST /{index}/_reload_search_analyzers'],
  shown: ({ analyzers, nodeIds }) => ({
    reload_details: [...analyzers].map(([index, names]) => ({
      index,
      reloaded_analyzers: [...names],
      reloaded_node_ids: [...nodeIds],
    })),
  }),
});
