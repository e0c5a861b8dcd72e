/** Frequencies of terms and fields, from which scores are computed. */

export interface TermStatistics {
  readonly docFreq: number;
  readonly totalTermFreq: number;
}

export interface FieldStatistics {
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  readonly sumDocFreq: number;
}
