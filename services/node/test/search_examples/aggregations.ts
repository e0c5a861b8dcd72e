/** Aggregations that hold queries. */
import type { Json } from '../people_index.js';
import type { SearchExample } from './example.js';
import { fox, lookup, square, tagged } from './parts.js';

const objects = {
  path: 'notes',
  filter: { bool: { must_not: { terms: { 'notes.text': lookup('tags') } } } },
};

/** Aggregations with queries outside `filter`. */
export const AGGREGATED: readonly SearchExample[] = [
  { filters: { filters: { tagged, seen: { geo_shape: square } }, other_bucket: true } },
  { adjacency_matrix: { filters: { tagged, fox, seen: { geo_shape: square } } } },
  { significant_terms: { field: 'team', min_doc_count: 1, background_filter: tagged } },
  { top_hits: { size: 100, sort: [{ 'notes.stars': { nested: objects } }, 'n'] } },
].map((aggregation) => ({
  name: Object.keys(aggregation).join(),
  body: { query: fox, aggs: { all: aggregation, inside: inFilter(aggregation) } },
  not: { 'two shards': 'each shard has a background of its own' },
}));

function inFilter(aggregation: Json): Json {
  return { filter: tagged, aggs: { all: aggregation } };
}
