/**
 * Reads documents in batches, since collectors and filters work on arrays of document numbers
 * instead of one call per document.
 */

import {
  type DocIterator,
  MAX_RUN_DOCS,
  type PostingsIterator,
} from '../../index/segment_reader.js';
import type { Scorer } from '../scorer.js';

/**
 * Writes the documents from the current one on that are before `end`, as many as fit into `into`,
 * and returns their number. The iterator is left on the first document not processed, which is not
 * before `end` when none was written. It must be on a document; `into` holds at least
 * `MAX_RUN_DOCS`. Only the matches of a two-phase scorer are written.
 */
export function drain(docs: DocIterator, into: Uint32Array, end: number): number {
  if (docs.drain !== undefined) return docs.drain(into, end);
  if (hasRuns(docs)) return drainRuns(docs, into, end);
  const check = isTwoPhase(docs) ? docs : undefined;
  let count = 0;
  let doc = docs.docId();
  while (doc < end && count < into.length) {
    if (check === undefined || check.matches()) into[count++] = doc;
    doc = docs.nextDoc();
  }
  return count;
}

function isTwoPhase(docs: DocIterator): docs is DocIterator & Pick<Scorer, 'matches'> {
  return 'twoPhase' in docs && docs.twoPhase === true && 'matches' in docs;
}

type RunIterator = PostingsIterator & Required<Pick<PostingsIterator, 'runBefore'>>;

function hasRuns(docs: DocIterator): docs is RunIterator {
  return 'runBefore' in docs && docs.runBefore !== undefined;
}

function drainRuns(postings: RunIterator, into: Uint32Array, end: number): number {
  let count = 0;
  let doc = postings.docId();
  while (doc < end && count + MAX_RUN_DOCS <= into.length) {
    const { docs, from, to } = postings.runBefore(end);
    for (let i = from; i < to; i++) into[count++] = docs[i];
    doc = postings.nextDoc();
  }
  return count;
}

/** Like `drain`, for a range of consecutive documents that ends at `end`. */
export function drainRange(doc: number, into: Uint32Array, end: number): number {
  const count = Math.max(0, Math.min(into.length, end - doc));
  for (let i = 0; i < count; i++) into[i] = doc + i;
  return count;
}

/** Like `drain`, for a bit set, from `doc` on. */
export function drainBits(
  words: Uint32Array,
  doc: number,
  { into, end }: { readonly into: Uint32Array; readonly end: number },
): number {
  let count = 0;
  const last = Math.min(words.length, (end + 31) >>> 5);
  for (let i = doc >>> 5; i < last; i++) {
    let word = words[i];
    if (i === doc >>> 5) word = (word >>> (doc & 31)) << (doc & 31);
    if (i === end >>> 5) word &= (1 << (end & 31)) - 1;
    while (word !== 0) {
      if (count === into.length) return count;
      into[count++] = (i << 5) + 31 - Math.clz32(word & -word);
      word &= word - 1;
    }
  }
  return count;
}
