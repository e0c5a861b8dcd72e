/** The live documents of a segment that match, as a bit set of its own. */
import { NO_MORE_DOCS, type SegmentReader } from '../index/segment_reader.js';
import { hasBit, newBitSet, setBit } from './iterators/bit_set.js';
import type { Weight } from './query.js';

export function matchingDocs(weight: Weight, segment: SegmentReader): Uint32Array {
  const { maxDoc, liveDocs } = segment;
  const docs = newBitSet(maxDoc);
  const scorer = weight.scorerSupplier(segment)?.get(maxDoc);
  if (scorer === undefined) return docs;
  for (let doc = scorer.nextDoc(); doc !== NO_MORE_DOCS; doc = scorer.nextDoc()) {
    if (liveDocs !== null && !hasBit(liveDocs, doc)) continue;
    if (!scorer.twoPhase || scorer.matches()) setBit(docs, doc);
  }
  return docs;
}
