/** How often terms and fields are there: what scores are made of. */

export interface TermStatistics {
  readonly docFreq: number;
  readonly totalTermFreq: number;
}

export interface FieldStatistics {
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  readonly sumDocFreq: number;
}
