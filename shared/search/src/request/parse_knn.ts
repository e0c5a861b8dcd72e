/** The `knn` section of a search body: one search of nearest vectors or a list, each as the `knn` query in Elasticsearch's form. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';

/** Each with its `k`, as a `knn` query. */
export function parseKnn(
  json: JsonValue,
  check: (query: JsonObject) => JsonObject,
): readonly JsonObject[] {
  const sections = isJsonArray(json) ? json : [json];
  return sections.map((section) => {
    if (!isJsonObject(section) || typeof section.field !== 'string') {
      throw new ApiError('illegal_argument_exception', '[knn] requires [field]');
    }
    return check({ knn: section });
  });
}

/** How many neighbours a section wants of all shards together: what it says, else as many as there are hits. */
export function neighboursWanted({ knn }: JsonObject, size: number): number {
  const k = isJsonObject(knn) ? knn.k : undefined;
  return typeof k === 'number' ? k : Math.max(1, size);
}

/** The section with its `k` spelled out. */
export function withNeighbours(section: JsonObject, size: number): JsonObject {
  const { knn } = section;
  const k = neighboursWanted(section, size);
  return isJsonObject(knn) ? { knn: { ...knn, k } } : section;
}
