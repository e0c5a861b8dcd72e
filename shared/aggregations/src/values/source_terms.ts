/** The words of texts in `_source`, analysed again, as terms of fields that have no column. */
import type { MappedField } from '@skein/mapping';
import type { SegmentReader } from '@skein/search_library';
import type { DocBlock } from '../collect/doc_block.js';
import { PASSAGE_WORDS, RepeatedWords } from '../collect/repeated_words.js';
import { keyOf } from './script_source.js';
import { sourceTexts } from './source_texts.js';
import {
  type ReadTerms,
  type TermRows,
  type TermSource,
  TermTable,
  termsOfTable,
} from './term_source.js';

interface SourceTexts {
  /** Paths in `_source`, whose texts are analysed one after another. */
  readonly paths: readonly string[];
  /** `undefined` if each text is a term. */
  readonly analyzer: MappedField['indexAnalyzer'];
  /** True if the words of passages that the owner has seen before do not count. */
  readonly skipsRepeated: boolean;
  checkCancelled(): void;
}

export function sourceTerms(texts: SourceTexts): TermSource {
  const words = new Words(texts);
  return {
    segment: (reader) => words.reading(reader),
    ...termsOfTable(words.table),
    // The words of texts that were not read are unknown.
    everyTerm: () => undefined,
  };
}

class Words {
  readonly table = new TermTable();
  readonly #texts: SourceTexts;
  /** The passages that each owner has seen. */
  readonly #repeated = new Map<number, RepeatedWords>();

  constructor(texts: SourceTexts) {
    this.#texts = texts;
  }

  reading(reader: SegmentReader): ReadTerms {
    return (block, into) => this.#read(reader, block, into);
  }

  #read(reader: SegmentReader, { docs, owners, count }: DocBlock, into: TermRows): void {
    into.ownRows(count);
    let row = 0;
    let doc = -1;
    let texts: readonly (readonly number[])[] = [];
    for (let i = 0; i < count; i++) {
      if (docs[i] !== doc) {
        doc = docs[i];
        this.#texts.checkCancelled();
        texts = this.#textsOf(reader, doc);
      }
      const ids = this.#texts.skipsRepeated
        ? this.#unseen(texts, owners[i])
        : new Set(texts.flat());
      into.moreRows(row + ids.size + (count - i));
      for (const id of ids) {
        into.rows[row] = i;
        into.ids[row++] = id;
      }
    }
    into.count = row;
    into.isSingle = false;
  }

  /** The terms of each text, in order. */
  #textsOf(reader: SegmentReader, doc: number): readonly (readonly number[])[] {
    const { paths, analyzer } = this.#texts;
    return sourceTexts(reader, doc, paths).map((text) => {
      const terms = analyzer?.analyze(text).tokens.map(({ term }) => term) ?? [text];
      return terms.map((term) => this.table.idOf(keyOf(term)));
    });
  }

  #unseen(texts: readonly (readonly number[])[], owner: number): ReadonlySet<number> {
    const repeated = this.#repeated.get(owner) ?? new RepeatedWords();
    this.#repeated.set(owner, repeated);
    const unseen = new Set<number>();
    for (const ids of texts) {
      const isSeen = new Uint8Array(ids.length);
      ids.forEach((id, at) => {
        if (repeated.add(id)) isSeen.fill(1, Math.max(0, at + 1 - PASSAGE_WORDS), at + 1);
      });
      ids.forEach((id, at) => {
        if (isSeen[at] === 0) unseen.add(id);
      });
    }
    repeated.startText();
    return unseen;
  }
}
