/** One text as an index of a single document, in which spans are searched. */
import { utf8, utf8Decode } from '@skein/bytes';
import {
  NO_MORE_DOCS,
  type PositionedTerms,
  type Positions,
  type TermsOfFields,
} from '@skein/search_library';
import type { TextTokens } from '../field_text.js';

/** Answers for any field: the caller has already selected the words that count. */
export class OneText implements TermsOfFields, PositionedTerms {
  readonly hasPositions = true;
  readonly keepsWords = true;
  readonly #terms: readonly string[];
  readonly #ordinals: ReadonlyMap<string, number>;
  readonly #positions: readonly (readonly number[])[];

  constructor({ terms, positions }: TextTokens) {
    const found = new Map<string, number[]>();
    positions.forEach((position, i) => {
      const term = terms[i] ?? '';
      const known = found.get(term);
      if (known) known.push(position);
      else found.set(term, [position]);
    });
    this.#terms = [...found.keys()];
    this.#ordinals = new Map(this.#terms.map((term, ordinal) => [term, ordinal]));
    this.#positions = [...found.values()];
  }

  /** The distinct words of the text. */
  words(): readonly string[] {
    return this.#terms;
  }

  terms(): PositionedTerms {
    return this;
  }

  find(term: Uint8Array): number {
    return this.#ordinals.get(utf8Decode(term)) ?? -1;
  }

  postings(ordinal: number): Positions {
    return new OneDoc(this.#positions[ordinal] ?? []);
  }

  fitting(accepts: (term: Uint8Array) => boolean): readonly number[] {
    const fits: number[] = [];
    this.#terms.forEach((term, ordinal) => {
      if (accepts(utf8(term))) fits.push(ordinal);
    });
    return fits;
  }
}

/** The only document has number 0. */
class OneDoc implements Positions {
  #doc = -1;
  #next = 0;
  readonly #positions: readonly number[];

  constructor(positions: readonly number[]) {
    this.#positions = positions;
  }

  docId(): number {
    return this.#doc;
  }

  nextDoc(): number {
    return this.advance(this.#doc + 1);
  }

  advance(target: number): number {
    this.#doc = target <= 0 ? 0 : NO_MORE_DOCS;
    return this.#doc;
  }

  cost(): number {
    return 1;
  }

  drain(into: Uint32Array, end: number): number {
    if (this.#doc >= end) return 0;
    into[0] = this.#doc;
    this.#doc = NO_MORE_DOCS;
    return 1;
  }

  freq(): number {
    return this.#positions.length;
  }

  nextPosition(): number {
    return this.#positions[this.#next++] ?? -1;
  }
}
