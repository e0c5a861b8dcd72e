/** The current document and its shard's term statistics, for functions of score scripts. */
import { utf8 } from '@skein/bytes';
import type { Value } from '@skein/java';
import type { ScoredDocument } from '@skein/script';
import {
  type PostingsIterator,
  randomFraction,
  type SegmentReader,
  type TermsReader,
} from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { indexSalt } from '../queries/score_functions/index_salt.js';
import type { SegmentLookup } from './doc_lookup.js';

export class SegmentScoring implements ScoredDocument {
  readonly #lookup: SegmentLookup;
  readonly #shard: QueryShardContext;
  readonly #salt: number;
  readonly #docBase: number;
  readonly #frequencies = new Map<string, TermFrequencies>();

  constructor(lookup: SegmentLookup, shard: QueryShardContext) {
    this.#lookup = lookup;
    this.#shard = shard;
    this.#salt = indexSalt(shard);
    this.#docBase = docBaseOf(lookup.segment, shard.segments ?? []);
  }

  get docId(): number {
    return this.#docBase + this.#lookup.doc;
  }

  random(seed: number, text: string): number {
    return randomFraction(utf8(text), { seed, salt: this.#salt });
  }

  firstValue(field: string): Value {
    return this.#lookup.values(field).first();
  }

  termFreq(field: string, term: string): number {
    const key = `${field}\0${term}`;
    let found = this.#frequencies.get(key);
    if (found === undefined) {
      found = new TermFrequencies(this.#terms(this.#lookup.segment, field), utf8(term));
      this.#frequencies.set(key, found);
    }
    return found.at(this.#lookup.doc);
  }

  totalTermFreq(field: string, term: string): number {
    const bytes = utf8(term);
    return this.#sum(field, (terms) => {
      const ordinal = terms.find(bytes);
      return ordinal < 0 ? 0 : terms.totalTermFreq(ordinal);
    });
  }

  sumTotalTermFreq(field: string): number {
    return this.#sum(field, (terms) => terms.sumTotalTermFreq);
  }

  #sum(field: string, of: (terms: TermsReader) => number): number {
    let sum = 0;
    for (const segment of this.#shard.segments ?? [this.#lookup.segment]) {
      const terms = this.#terms(segment, field);
      if (terms !== undefined) sum += of(terms);
    }
    return sum;
  }

  #terms(segment: SegmentReader, field: string): TermsReader | undefined {
    return segment.terms(this.#shard.mapping.field(field)?.spec.name ?? field);
  }
}

/**
 * The frequencies of a term in the documents of a segment. If documents are requested in ascending
 * order, the postings are read once.
 */
class TermFrequencies {
  readonly #terms: TermsReader | undefined;
  readonly #ordinal: number;
  #postings: PostingsIterator | undefined;

  constructor(terms: TermsReader | undefined, term: Uint8Array) {
    this.#terms = terms;
    this.#ordinal = terms?.find(term) ?? -1;
  }

  at(doc: number): number {
    if (this.#terms === undefined || this.#ordinal < 0) return 0;
    if (this.#postings === undefined || this.#postings.docId() > doc) {
      this.#postings = this.#terms.postings(this.#ordinal, 'freqs');
    }
    const postings = this.#postings;
    const found = postings.docId() < doc ? postings.advance(doc) : postings.docId();
    return found === doc ? postings.freq() : 0;
  }
}

function docBaseOf(segment: SegmentReader, segments: readonly SegmentReader[]): number {
  let base = 0;
  for (const each of segments) {
    if (each === segment) return base;
    base += each.maxDoc;
  }
  return 0;
}
