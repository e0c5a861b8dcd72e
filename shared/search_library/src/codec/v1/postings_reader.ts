/** Reads the terms and postings of one field in place. Layout: FILE_FORMATS.md, "postings". */
import type { PostingsIterator, TermsReader } from '../../index/segment_reader.js';
import { BlockPostings } from './block_postings.js';
import type { PostingsSource } from './postings_source.js';
import { entryWords } from './postings_writer.js';
import { bytesOf, type PartEntry, type SegmentFile, wordsOf } from './segment_file.js';
import { SingletonPostings } from './singleton_postings.js';
import { TermDictionary } from './term_dictionary.js';

export class FieldTerms implements TermsReader {
  readonly size: number;
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  readonly sumDocFreq: number;
  readonly hasPositions: boolean;
  readonly dictionary: TermDictionary;
  readonly #source: PostingsSource;
  readonly #starts: Uint32Array;
  readonly #docFreqs: Uint32Array;
  readonly #totalTermFreqs: Uint32Array;

  constructor(
    file: SegmentFile,
    terms: PartEntry,
    postings: PartEntry,
    field: { hasFreqs: boolean; hasPositions: boolean; norms: Uint8Array | undefined },
  ) {
    this.dictionary = openDictionary(file, terms);
    this.size = this.dictionary.size;
    [this.docCount, this.sumTotalTermFreq, this.sumDocFreq] = postings.meta as [
      number,
      number,
      number,
    ];
    this.hasPositions = field.hasPositions;
    this.#starts = wordsOf(file, postings, 0);
    this.#docFreqs = wordsOf(file, postings, 1);
    this.#totalTermFreqs = wordsOf(file, postings, 2);
    this.#source = {
      ...field,
      words: wordsOf(file, postings, 3),
      positions: bytesOf(file, postings, 4),
      entryWords: entryWords(field.hasFreqs, field.hasPositions),
    };
  }

  find(term: Uint8Array): number {
    return this.dictionary.find(term);
  }

  ceiling(term: Uint8Array): number {
    return this.dictionary.ceiling(term);
  }

  term(ordinal: number): Uint8Array {
    return this.dictionary.term(ordinal);
  }

  docFreq(ordinal: number): number {
    return this.#docFreqs.length === 0 ? 1 : this.#docFreqs[ordinal];
  }

  totalTermFreq(ordinal: number): number {
    return this.#totalTermFreqs.length === 0
      ? this.docFreq(ordinal)
      : this.#totalTermFreqs[ordinal];
  }

  postings(ordinal: number, detail: 'docs' | 'freqs' | 'positions'): PostingsIterator {
    const docFreq = this.docFreq(ordinal);
    const start = this.#starts[ordinal];
    if (docFreq > 1) return new BlockPostings(this.#source, { start, docFreq, detail });
    const { words, hasPositions } = this.#source;
    return new SingletonPostings(this.#source, {
      doc: hasPositions ? words[start] : start,
      freq: this.totalTermFreq(ordinal),
      positionsStart: hasPositions ? words[start + 1] : 0,
    });
  }
}

export function openDictionary(file: SegmentFile, terms: PartEntry): TermDictionary {
  return new TermDictionary(
    bytesOf(file, terms, 0),
    wordsOf(file, terms, 1),
    wordsOf(file, terms, 2),
  );
}
