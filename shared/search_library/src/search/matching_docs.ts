/** The live matching documents of a segment, as a new bit set. */
import type { SegmentReader } from '../index/segment_reader.js';
import { addDocs, newBitSet } from './iterators/bit_set.js';
import type { Weight } from './query.js';

export function matchingDocs(weight: Weight, segment: SegmentReader): Uint32Array {
  const { maxDoc, liveDocs } = segment;
  const docs = newBitSet(maxDoc);
  const scorer = weight.scorerSupplier(segment)?.get(maxDoc);
  if (scorer === undefined) return docs;
  addDocs(docs, scorer);
  if (liveDocs !== null) for (let i = 0; i < docs.length; i++) docs[i] &= liveDocs[i];
  return docs;
}
