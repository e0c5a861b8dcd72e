/** The document at hand and the shard it is in, as functions of scores ask about them. `doc` of a script knows it. */
import type { JMap } from './collections.js';
import type { Table } from './tables.js';
import { illegalState } from './throwable.js';
import type { Value } from './value.js';

export interface ScoredDocument {
  /** A number in [0, 1) that is the same whenever seed and text are. */
  random(seed: number, text: string): number;
  /** In the shard. */
  readonly docId: number;
  /** Of the field's values; throws when there is none. */
  firstValue(field: string): Value;
  /** How often the document's field has the term. */
  termFreq(field: string, term: string): number;
  /** How often the field of all documents has it. */
  totalTermFreq(field: string, term: string): number;
  /** How many terms the field of all documents has. */
  sumTotalTermFreq(field: string): number;
}

/** What is under the `doc` of a document that is scored. */
export interface ScoredTable extends Table {
  readonly scored: ScoredDocument;
}

export function scoredDocument(doc: JMap): ScoredDocument {
  const { scored } = doc.table as Partial<ScoredTable>;
  if (scored !== undefined) return scored;
  throw illegalState('there is no document');
}
