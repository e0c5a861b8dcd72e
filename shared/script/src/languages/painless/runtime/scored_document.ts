/**
 * The current document and its shard, for functions of score scripts. A script's `doc` provides it.
 */
import { illegalState, type JMap, type Table, type Value } from '@skein/java';

export interface ScoredDocument {
  /** A number in [0, 1) determined by seed and text. */
  random(seed: number, text: string): number;
  /** The document number in the shard. */
  readonly docId: number;
  /** The first of the field's values; throws if there is none. */
  firstValue(field: string): Value;
  /** The frequency of the term in the document's field. */
  termFreq(field: string, term: string): number;
  /** The frequency of the term in the field over all documents. */
  totalTermFreq(field: string, term: string): number;
  /** The number of terms in the field over all documents. */
  sumTotalTermFreq(field: string): number;
}

/** The table of a scored document's `doc`. */
export interface ScoredTable extends Table {
  readonly scored: ScoredDocument;
}

export function scoredDocument(doc: JMap): ScoredDocument {
  // No other table has a member of this name.
  const { scored } = doc.table as Partial<ScoredTable>;
  if (scored !== undefined) return scored;
  throw illegalState('there is no document');
}
