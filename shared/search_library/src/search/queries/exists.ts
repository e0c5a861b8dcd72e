/** Documents that have a value of a field, in a column, norms or postings. Every match scores the boost. */
import type { SegmentReader } from '../../index/segment_reader.js';
import { type DocSet, docSetWeight } from '../doc_set_weight.js';
import { FilteredDocs, scanOf } from '../iterators/filtered_docs.js';
import type { Query } from '../query.js';
import { docsOfSpan } from './ordinal_span.js';

export function existsQuery(field: string): Query {
  const query: Query = {
    kind: 'exists',
    toString: () => `FieldExistsQuery [field=${field}]`,
    rewrite: () => query,
    createWeight: (_searcher, _needsScores, boost) =>
      docSetWeight({ docSet: (segment) => docsWithField(segment, field) }, boost),
  };
  return query;
}

function docsWithField(segment: SegmentReader, field: string): DocSet | null {
  const column =
    segment.numbers(field) ??
    segment.ordinals(field) ??
    segment.geo(field) ??
    segment.vectors(field) ??
    segment.shapes(field);
  if (column !== undefined) return docsByTest(segment, (doc) => column.has(doc));
  const norms = segment.norms(field);
  if (norms !== undefined) return docsByTest(segment, (doc) => norms[doc] !== 0);
  return docsOfSpan(segment, field, { lower: undefined, upper: undefined });
}

function docsByTest({ maxDoc }: SegmentReader, test: (doc: number) => boolean): DocSet {
  return { cost: maxDoc, docs: () => new FilteredDocs(scanOf(test), maxDoc) };
}
