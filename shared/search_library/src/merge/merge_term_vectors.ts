/** Merges term vectors of several segments, with ordinals of the merged dictionary. */
import { expectDefined } from '@skein/base';
import type { Segment } from '../codec/v1/segment.js';
import type { PartData } from '../codec/v1/segment_file.js';
import { TermVectorsBuilder } from '../codec/v1/term_vectors.js';
import type { VectorTerm } from '../index/segment_reader.js';
import { type DocOrder, forEachKept } from './doc_order.js';

/** `newOrdinals` maps the ordinals of each source to those of the merged dictionary. */
export function mergeTermVectors(
  field: string,
  order: DocOrder,
  newOrdinals: readonly Int32Array[],
): PartData {
  const open = (segment: Segment) => segment.termVectors(field);
  const first = order.sources.map(({ segment }) => open(segment)).find((one) => one !== undefined);
  const builder = new TermVectorsBuilder(expectDefined(first, `term vectors of [${field}]`).detail);
  forEachKept(order, open, (vectors, doc, newDoc, source) => {
    if (vectors.has(doc)) builder.add(newDoc, renumbered(vectors.vector(doc), newOrdinals[source]));
  });
  return builder.finish(order.maxDoc);
}

function* renumbered(terms: readonly VectorTerm[], ordinals: Int32Array): Iterable<VectorTerm> {
  for (const term of terms) yield { ...term, ordinal: ordinals[term.ordinal] };
}
