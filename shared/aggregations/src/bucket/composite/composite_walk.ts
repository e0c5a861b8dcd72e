/**
 * Visits the documents of a segment in the order of the first source of a `composite`, if that is a
 * term: it reads the postings value by value, from the edge on, until the page is full and no
 * further value can enter it. The cost of a page depends on its documents, not on the size of the
 * index.
 */
import { checkWanted } from '@skein/base';
import { NO_MORE_DOCS, type TermsReader } from '@skein/search_library';
import type { DocBlock } from '../../collect/doc_block.js';
import { roomForWords, type Words } from '../../collect/growable.js';
import type { KnownMatches } from '../../collect/known_matches.js';

export interface FirstTerms {
  readonly field: string;
  readonly isDescending: boolean;
  /** The bytes of the first value of the edge; `undefined` if there is no edge. */
  readonly edge: Uint8Array | undefined;
}

export interface TermWalk {
  readonly terms: TermsReader;
  /** The first ordinal in the order of the page; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly step: 1 | -1;
}

/**
 * The range of terms to visit; `undefined` if the segment cannot be visited by terms. It requires
 * at most one value per document, since a document would otherwise be visited for each value.
 */
export function termWalk(
  { reader, bounds }: KnownMatches,
  { field, isDescending, edge }: FirstTerms,
): TermWalk | undefined {
  const column = reader.ordinals(field);
  const terms = reader.terms(field);
  if (bounds.length > 0 || column?.slots === undefined || terms === undefined) return undefined;
  if (terms.size !== column.cardinality) return undefined;
  const { size } = terms;
  if (edge === undefined) {
    return isDescending
      ? { terms, from: size - 1, to: -1, step: -1 }
      : { terms, from: 0, to: size, step: 1 };
  }
  const at = terms.ceiling(edge);
  if (!isDescending) return { terms, from: at, to: size, step: 1 };
  const isThere = terms.find(edge) === at;
  return { terms, from: isThere ? at : at - 1, to: -1, step: -1 };
}

/** The least size of a block, which joins the documents of several values if each has few. */
const LEAST_DOCS = 256;

/** Passes blocks to `collect` until it returns false. */
export function walkTerms(
  { terms, from, to, step }: TermWalk,
  collect: (block: DocBlock) => boolean,
): void {
  const group = new Group();
  for (let ordinal = from; ordinal !== to; ordinal += step) {
    group.add(terms, ordinal);
    if (group.count < LEAST_DOCS) continue;
    checkWanted();
    if (!collect(group.take())) return;
  }
  if (group.count > 0) collect(group.take());
}

class Group {
  count = 0;
  #docs: Words = new Uint32Array(LEAST_DOCS);
  #owners: Words = new Uint32Array(LEAST_DOCS);

  add(terms: TermsReader, ordinal: number): void {
    const end = this.count + terms.docFreq(ordinal);
    const longer = roomForWords(this.#docs, end);
    if (longer !== this.#docs) {
      longer.set(this.#docs);
      this.#docs = longer;
      this.#owners = new Uint32Array(longer.length);
    }
    const postings = terms.postings(ordinal, 'docs');
    for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
      const run = postings.runBefore?.(NO_MORE_DOCS);
      if (run === undefined) this.#docs[this.count++] = doc;
      else for (let i = run.from; i < run.to; i++) this.#docs[this.count++] = run.docs[i];
    }
  }

  /** Returns the documents as a block, which is valid until the next `add`. */
  take(): DocBlock {
    const block = {
      count: this.count,
      docs: this.#docs,
      owners: this.#owners,
      buckets: 1,
      scores: undefined,
    };
    this.count = 0;
    return block;
  }
}
