/**
 * Frequencies of terms and fields, from which scores are computed. They count deleted documents
 * until these are merged away, as in Lucene.
 */

export interface TermStatistics {
  /** Number of documents with the term. */
  readonly docFreq: number;
  /** Number of occurrences of the term in all documents. */
  readonly totalTermFreq: number;
}

export interface FieldStatistics {
  /** Number of documents with the field. */
  readonly docCount: number;
  /** The sum of `totalTermFreq` over all terms of the field. */
  readonly sumTotalTermFreq: number;
  /** The sum of `docFreq` over all terms of the field. */
  readonly sumDocFreq: number;
}
