/**
 * The documents of a segment at a level of the blocks: those of a nested path, or those that are
 * not nested. They are needed often, so each level of a segment is collected once.
 */
import { utf8 } from '@skein/bytes';
import { NESTED_PATH_FIELD } from '../../document/indexable_document.js';
import { NO_MORE_DOCS, type SegmentReader, type TermsReader } from '../../index/segment_reader.js';
import { newBitSet, setBit } from '../iterators/bit_set.js';

/** A nested path; `undefined`: the root documents. */
export type BlockLevel = string | undefined;

/** Levels by the terms of the nested path, which all readers of a segment share. */
const gathered = new WeakMap<TermsReader, Map<BlockLevel, Uint32Array>>();

/** The documents of the level; `null`: all of the segment, which then has no nested documents. */
export function levelDocs(segment: SegmentReader, level: BlockLevel): Uint32Array | null {
  const terms = segment.terms(NESTED_PATH_FIELD);
  if (terms === undefined) return level === undefined ? null : newBitSet(segment.maxDoc);
  let levels = gathered.get(terms);
  if (levels === undefined) {
    levels = new Map();
    gathered.set(terms, levels);
  }
  let docs = levels.get(level);
  if (docs === undefined) {
    docs = level === undefined ? rootDocs(terms, segment.maxDoc) : pathDocs(terms, level, segment);
    levels.set(level, docs);
  }
  return docs;
}

function pathDocs(terms: TermsReader, path: string, { maxDoc }: SegmentReader): Uint32Array {
  const docs = newBitSet(maxDoc);
  const ordinal = terms.find(utf8(path));
  if (ordinal >= 0) addTermDocs(terms, ordinal, docs);
  return docs;
}

function rootDocs(terms: TermsReader, maxDoc: number): Uint32Array {
  const docs = newBitSet(maxDoc);
  for (let ordinal = 0; ordinal < terms.size; ordinal++) addTermDocs(terms, ordinal, docs);
  for (let word = 0; word < docs.length; word++) docs[word] = ~docs[word];
  const beyond = maxDoc & 31;
  const last = docs.length - 1;
  if (beyond !== 0) docs[last] &= (1 << beyond) - 1;
  return docs;
}

function addTermDocs(terms: TermsReader, ordinal: number, docs: Uint32Array): void {
  const postings = terms.postings(ordinal, 'docs');
  for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
    setBit(docs, doc);
  }
}
