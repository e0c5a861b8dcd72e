/** The `knn` section of a search body: one search of nearest vectors or a list, each as the `knn` query in Elasticsearch's form. */
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
    return parse({ knn: section }) as Section;
  });
}

/** How many neighbours a section wants of all shards together: what it says, else as many as there are hits. */
export function neighboursWanted({ params }: Section, size: number): number {
  return params.k ?? Math.max(1, size);
}

/** The section with its `k` spelled out. */
export function withNeighbours(section: Section, size: number): Section {
  return { ...section, params: { ...section.params, k: neighboursWanted(section, size) } };
}
