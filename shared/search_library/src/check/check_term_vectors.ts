/** Checks that the term vectors of each document agree with the postings. */
import { corruptIndex } from '../codec/corrupt_index.js';
import type { Segment } from '../codec/v1/segment.js';
import type { VectorTerm } from '../index/segment_reader.js';
import type { Report } from './report.js';

export function checkTermVectors(segment: Segment, field: string, report: Report): void {
  const vectors = segment.termVectors(field);
  if (vectors === undefined) return;
  const terms = segment.terms(field);
  if (terms === undefined)
    throw corruptIndex(`term vectors of [${field}] without terms`, segment.name);
  const freqs = new Float64Array(terms.size);
  let docCount = 0;
  for (let doc = 0; doc < segment.maxDoc; doc++) {
    if (!vectors.has(doc)) continue;
    docCount++;
    let last = -1;
    for (const term of vectors.vector(doc)) {
      if (term.ordinal <= last || term.ordinal >= terms.size || !isSound(term)) {
        report(`the term vector of document [${doc}] is damaged at term [${term.ordinal}]`);
        break;
      }
      last = term.ordinal;
      freqs[term.ordinal] += term.freq;
    }
  }
  if (docCount > vectors.docCount) report(`[${docCount}] documents have term vectors`);
  if (!countsFreqs(segment, field)) return;
  const wrong = freqs.findIndex((freq, ordinal) => freq !== terms.totalTermFreq(ordinal));
  if (wrong >= 0) report(`term [${wrong}] is in vectors [${freqs[wrong]}] times`);
}

function isSound({ freq, positions, startOffsets, endOffsets }: VectorTerm): boolean {
  if (freq < 1) return false;
  for (let i = 1; i < positions.length; i++) if (positions[i] < positions[i - 1]) return false;
  return startOffsets.every((start, i) => start >= 0 && start <= endOffsets[i]);
}

function countsFreqs(segment: Segment, field: string): boolean {
  const postings = segment.field(field)?.postings;
  return postings !== 'docs' && postings !== 'none';
}
