/** The parameters of a `knn` query: plain data, part of plans. */
import type { JsonValue } from '@skein/content';
import type { QueryNode } from './query_node.js';

export interface KnnParams {
  readonly field: string;
  readonly vector: JsonValue;
  readonly k: number | undefined;
  readonly candidates: number | undefined;
  /** The number of candidates as a multiple of `k`. */
  readonly oversampling: number | undefined;
  readonly minScore: number | undefined;
  readonly maxDistance: number | undefined;
  /** Elasticsearch's bound, in the measure of the field's similarity. */
  readonly similarity: number | undefined;
  readonly filter: QueryNode | undefined;
  readonly ignoreUnmapped: boolean;
  /** The field type for which this form of the query exists. */
  readonly typeName: 'knn_vector' | 'dense_vector';
}
