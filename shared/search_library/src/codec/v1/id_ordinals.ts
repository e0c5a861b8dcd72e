/**
 * Ids as a column, for sorting by `_id`. It is built from the postings on first use, since few
 * searches need it and a stored column would cost every index. It takes four bytes per document and
 * is kept with the segment's other opened parts, like OpenSearch's fielddata.
 */
import { compareBytes } from '@skein/bytes';
import { NO_MORE_DOCS, type OrdinalColumn, type TermsReader } from '../../index/segment_reader.js';

export class IdOrdinals implements OrdinalColumn {
  readonly cardinality: number;
  readonly slots: Uint32Array;
  /** The current terms, which change when they are loaded again. */
  terms: TermsReader;

  constructor(terms: TermsReader, maxDoc: number) {
    this.terms = terms;
    this.cardinality = terms.size;
    this.slots = new Uint32Array(maxDoc);
    for (let ordinal = 0; ordinal < terms.size; ordinal++) {
      const postings = terms.postings(ordinal, 'docs');
      for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
        this.slots[doc] = ordinal + 1;
      }
    }
  }

  has(): boolean {
    return true;
  }

  valueCount(): number {
    return 1;
  }

  ordinal(doc: number): number {
    return this.slots[doc] - 1;
  }

  term(ordinal: number): Uint8Array {
    return this.terms.term(ordinal);
  }

  find(term: Uint8Array): number {
    const at = this.terms.ceiling(term);
    const found = at < this.cardinality && compareBytes(this.terms.term(at), term) === 0;
    return found ? at : -at - 1;
  }
}
