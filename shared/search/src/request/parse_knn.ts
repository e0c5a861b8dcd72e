/**
 * The `knn` section of a search body: one kNN search or a list of them, each in Elasticsearch's
 * form of the `knn` query.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { KnnParams } from '../queries/knn_params.js';
import type { QueryNode } from '../queries/query_node.js';

type Section = QueryNode<KnnParams>;

export function parseKnn(
  json: JsonValue,
  parse: (query: JsonObject) => QueryNode,
): readonly Section[] {
  const sections = isJsonArray(json) ? json : [json];
  return sections.map((section) => {
    if (!isJsonObject(section) || typeof section.field !== 'string') {
      throw new ApiError('illegal_argument_exception', '[knn] requires [field]');
    }
    // The type of `knn` queries parses it; it is not imported, as it imports the request.
    return parse({ knn: section }) as Section;
  });
}

/**
 * The number of neighbours that a section requests from all shards together: its `k`, or else the
 * number of hits.
 */
export function neighboursWanted({ params }: Section, size: number): number {
  return params.k ?? Math.max(1, size);
}

/** The section with an explicit `k`. */
export function withNeighbours(section: Section, size: number): Section {
  return { ...section, params: { ...section.params, k: neighboursWanted(section, size) } };
}
