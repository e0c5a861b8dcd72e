/** What a `knn` query asks for: plain data, in plans. */
import type { JsonValue } from '@skein/content';
import type { QueryNode } from './query_node.js';

export interface KnnParams {
  readonly field: string;
  readonly vector: JsonValue;
  readonly k: number | undefined;
  readonly candidates: number | undefined;
  /** Candidates are this many times `k`. */
  readonly oversampling: number | undefined;
  readonly minScore: number | undefined;
  readonly maxDistance: number | undefined;
  /** Elasticsearch's bound, in the measure of the field's similarity. */
  readonly similarity: number | undefined;
  readonly filter: QueryNode | undefined;
  readonly ignoreUnmapped: boolean;
  /** The field's type that this form of the query is for. */
  readonly typeName: 'knn_vector' | 'dense_vector';
}
