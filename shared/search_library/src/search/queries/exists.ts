/**
 * Matches documents with a value of a field in a column, norms or postings. Every match scores the
 * boost.
 */
import type { SegmentReader } from '../../index/segment_reader.js';
import { slotDocs } from '../columns/slot_docs.js';
import { hasValue, keepPresent } from '../columns/slot_range.js';
import { type DocSet, docSetWeight } from '../doc_set_weight.js';
import { AllDocs } from '../iterators/all_docs.js';
import { BitSetIterator, countBits } from '../iterators/bit_set.js';
import { FilteredDocs, scanOf } from '../iterators/filtered_docs.js';
import type { Query } from '../query.js';
import { matchAllQuery } from './match_all.js';
import { docsOfSpan } from './ordinal_span.js';

export function existsQuery(field: string): Query {
  return fieldExistsQuery(field, `FieldExistsQuery [field=${field}]`);
}

function fieldExistsQuery(field: string, text: string): Query {
  const query: Query = {
    kind: 'exists',
    profileName: 'DocValuesFieldExistsQuery',
    toString: () => text,
    // If only the terms show the documents, OpenSearch searches `_field_names` instead; here that
    // changes the query's text and nothing else.
    rewrite({ segments }) {
      if (segments.every((segment) => everyDocHas(segment, field))) return matchAllQuery();
      const words = `_field_names:${field}`;
      const byTerms = text !== words && segments.some((segment) => hasTermsOnly(segment, field));
      return byTerms ? fieldExistsQuery(field, words) : query;
    },
    createWeight: (_searcher, _needsScores, boost) =>
      docSetWeight({ docSet: (segment) => docsWithField(segment, field) }, boost),
  };
  return query;
}

/** Decides by counts alone; `false` may also mean that the answer is unknown. */
function everyDocHas(segment: SegmentReader, field: string): boolean {
  const { maxDoc } = segment;
  const spec = segment.field(field);
  if (spec === undefined) return false;
  if (segment.terms(field)?.docCount === maxDoc) return true;
  // A text without tokens has a length, but no term.
  if (spec.norms) return false;
  if (segment.points(field)?.docCount === maxDoc) return true;
  const places = segment.geo(field)?.places;
  if (places?.single === true) return places.presence === null;
  return segment.shapes(field)?.triangleCounts.every((count) => count > 0) ?? false;
}

/**
 * True if only the field's terms show which documents have it. For such fields, OpenSearch indexes
 * the field's name, in `_field_names`.
 */
function hasTermsOnly(segment: SegmentReader, field: string): boolean {
  const spec = segment.field(field);
  return spec !== undefined && spec.postings !== 'none' && !spec.norms && spec.column === 'none';
}

function docsWithField(segment: SegmentReader, field: string): DocSet | null {
  const { maxDoc } = segment;
  const presence = presenceOf(segment, field);
  if (presence !== undefined) return docsOfPresence(presence, maxDoc);
  // In both arrays, 0 stands for a document without a value.
  const bytes = segment.ordinals(field)?.slots ?? segment.norms(field);
  if (bytes !== undefined) return slotDocs(bytes, { low: 1, high: 0xffffffff }, maxDoc);
  const column =
    segment.numbers(field) ??
    segment.ordinals(field) ??
    segment.geo(field) ??
    segment.vectors(field) ??
    segment.shapes(field);
  if (column !== undefined) return docsByTest(segment, (doc) => column.has(doc));
  return docsOfSpan(segment, field, { lower: undefined, upper: undefined });
}

/**
 * The bit set of the documents with a value: `null` if all documents have one, `undefined` if the
 * field has no such bit set.
 */
function presenceOf(segment: SegmentReader, field: string): Uint32Array | null | undefined {
  const slots = segment.numbers(field)?.slots;
  if (slots !== undefined) return slots.presence;
  const places = segment.geo(field)?.places;
  return places?.single === true ? places.presence : undefined;
}

function docsOfPresence(presence: Uint32Array | null, maxDoc: number): DocSet {
  return {
    cost: maxDoc,
    docs: () =>
      presence === null ? new AllDocs(maxDoc) : new BitSetIterator(presence, countBits(presence)),
    filter: {
      has: (doc) => hasValue(presence, doc),
      keep: (docs, count) => (presence === null ? count : keepPresent(presence, docs, count)),
    },
  };
}

function docsByTest({ maxDoc }: SegmentReader, test: (doc: number) => boolean): DocSet {
  return { cost: maxDoc, docs: () => new FilteredDocs(scanOf(test), maxDoc) };
}
