/**
 * The terms of a field over all segments of a shard, with their document frequencies. Documents
 * that the user may not see are not counted.
 */
import { compareBytes } from '@skein/bytes';
import {
  fuzzyQuery,
  hasBit,
  type IndexSearcher,
  NO_MORE_DOCS,
  type SegmentReader,
  type TermsReader,
  takeMemory,
} from '@skein/search_library';

export interface SimilarTerm {
  readonly term: Uint8Array;
  /** 1 minus the number of edits divided by the length of the shorter term. */
  readonly likeness: number;
  readonly docFreq: number;
}

export interface TermFrequencies {
  readonly docFreq: number;
  readonly totalTermFreq: number;
}

/** The approximate memory of a term as an object, in bytes. */
const TERM_BYTES = 96;
const NOWHERE: TermFrequencies = { docFreq: 0, totalTermFreq: 0 };

export class FieldTerms {
  readonly field: string;
  readonly #searcher: IndexSearcher;

  constructor(field: string, searcher: IndexSearcher) {
    this.field = field;
    this.#searcher = searcher;
  }

  /** True when the field has terms in any segment. */
  get exist(): boolean {
    return this.#searcher.segments.some((segment) => segment.terms(this.field) !== undefined);
  }

  /** The number of documents, including deleted and nested ones. */
  get maxDoc(): number {
    return this.#searcher.segments.reduce((sum, { maxDoc }) => sum + maxDoc, 0);
  }

  get sumTotalTermFreq(): number {
    return this.#sum((terms) => terms.sumTotalTermFreq);
  }

  /**
   * The number of different terms; `undefined` when there are several segments, whose terms are not
   * counted.
   */
  get termCount(): number | undefined {
    const [only, ...others] = this.#searcher.segments;
    return others.length === 0 ? only?.terms(this.field)?.size : undefined;
  }

  #sum(of: (terms: TermsReader) => number): number {
    let sum = 0;
    for (const segment of this.#searcher.segments) {
      const terms = segment.terms(this.field);
      if (terms !== undefined) sum += of(terms);
    }
    return sum;
  }

  frequencies(term: Uint8Array): TermFrequencies {
    let docFreq = 0;
    let totalTermFreq = 0;
    for (const segment of this.#searcher.segments) {
      const terms = segment.terms(this.field);
      const ordinal = terms?.find(term) ?? -1;
      if (terms === undefined || ordinal < 0) continue;
      const own = frequenciesIn(segment, terms, ordinal);
      docFreq += own.docFreq;
      totalTermFreq += own.totalTermFreq;
    }
    return docFreq === 0 ? NOWHERE : { docFreq, totalTermFreq };
  }

  /** Similar terms in term order, including the word itself. */
  similar(
    word: string,
    { maxEdits, prefixLength }: { readonly maxEdits: number; readonly prefixLength: number },
  ): readonly SimilarTerm[] {
    const query = fuzzyQuery(this.field, word, { maxEdits, prefixLength, transpositions: true });
    const found: SimilarTerm[] = [];
    for (const segment of this.#searcher.segments) {
      const terms = segment.terms(this.field);
      if (terms === undefined) continue;
      const accepted = query.accepted(this.#searcher, { segment, terms });
      takeMemory(accepted.length * TERM_BYTES, '<suggested_terms>');
      for (const { ordinal, boost } of accepted) {
        const { docFreq } = frequenciesIn(segment, terms, ordinal);
        if (docFreq > 0) found.push({ term: terms.term(ordinal), likeness: boost, docFreq });
      }
    }
    return merged(found);
  }
}

function merged(found: SimilarTerm[]): readonly SimilarTerm[] {
  found.sort((a, b) => compareBytes(a.term, b.term));
  const terms: SimilarTerm[] = [];
  for (const each of found) {
    const last = terms.at(-1);
    if (last === undefined || compareBytes(last.term, each.term) !== 0) terms.push(each);
    else terms[terms.length - 1] = { ...last, docFreq: last.docFreq + each.docFreq };
  }
  return terms;
}

/**
 * The frequencies in one segment. If documents are hidden, the visible ones are counted one by one.
 */
function frequenciesIn(
  segment: SegmentReader,
  terms: TermsReader,
  ordinal: number,
): TermFrequencies {
  const { liveDocs } = segment;
  if (segment.showsTerm === undefined || liveDocs === null) {
    return { docFreq: terms.docFreq(ordinal), totalTermFreq: terms.totalTermFreq(ordinal) };
  }
  const postings = terms.postings(ordinal, 'freqs');
  let docFreq = 0;
  let totalTermFreq = 0;
  for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
    if (!hasBit(liveDocs, doc)) continue;
    docFreq++;
    totalTermFreq += postings.freq();
  }
  return { docFreq, totalTermFreq };
}
