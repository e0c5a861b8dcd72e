/**
 * Queries for the terms of a field that has an ordinal column and no postings. Lucene's
 * DOC_VALUES_REWRITE and `SortedSetDocValuesField.newSlowRangeQuery` are their models: every match
 * scores the boost.
 */

import { afterTerm } from '../../codec/term_bounds.js';
import type { OrdinalColumn, SegmentReader } from '../../index/segment_reader.js';
import { columnTerms } from '../columns/column_terms.js';
import { docsOfOrdinals } from '../columns/ordinal_docs.js';
import { type DocSet, docSetWeight } from '../doc_set_weight.js';
import type { IndexSearcher } from '../index_searcher.js';
import { marksOf } from '../marks.js';
import type { Query } from '../query.js';
import { bytesText } from '../query_text.js';
import { constantScoreQuery } from './constant_score.js';
import type { MultiTermQuery } from './multi_term.js';
import { docsOfSpan } from './ordinal_span.js';
import { type TermRange, termRangeQuery } from './term_range.js';
import { termsQuery } from './terms.js';

interface ColumnPatternQuery extends Query {
  readonly kind: 'column_pattern';
  /** The same query over the terms of postings, of which the field has none. */
  readonly pattern: MultiTermQuery;
}

export function isColumnPattern(query: Query): query is ColumnPatternQuery {
  return query.kind === 'column_pattern';
}

/** Matches documents with a term in the column that the pattern stands for. */
export function columnPatternQuery(pattern: MultiTermQuery): Query {
  const search = byColumn('column_pattern', pattern, ({ searcher, segment, column }) => {
    const accepted = pattern.accepted(searcher, { segment, terms: columnTerms(column) });
    return docsOfOrdinals(
      column,
      accepted.map(({ ordinal }) => ordinal),
      segment.maxDoc,
    );
  });
  const query: ColumnPatternQuery = { ...search, kind: 'column_pattern', pattern };
  return query;
}

/** Matches documents with any of these terms in the column. */
export function columnTermsQuery(field: string, terms: readonly Uint8Array[]): Query {
  const described = termsQuery(field, terms);
  return byColumn('column_terms', described, ({ segment, column }) => {
    const terms = columnTerms(column);
    const ordinals = described.terms.map((term) => terms.find(term)).filter((at) => at >= 0);
    return docsOfOrdinals(column, ordinals, segment.maxDoc);
  });
}

/** Matches documents with a term of the range in the column. */
export function columnRangeQuery(field: string, range: TermRange): Query {
  const described = termRangeQuery(field, range);
  return byColumn('column_range', { ...described, field }, ({ segment }) =>
    docsOfSpan(segment, field, described.span),
  );
}

/**
 * Matches documents with a term between two others, both inclusive, in the column. Highlighters do
 * not look into it, as into Lucene's `SortedSetDocValuesRangeQuery`.
 */
export function columnSpanQuery(field: string, lower: Uint8Array, upper: Uint8Array): Query {
  const span = { lower, upper: afterTerm(upper) };
  const query: Query = {
    kind: 'column_span',
    profileName: 'SortedSetDocValuesRangeQuery',
    toString: () => `${field}:[${bytesText(lower)} TO ${bytesText(upper)}]`,
    mayMatchNested: (isInside) => isInside(field),
    marks: () => [],
    rewrite: () => query,
    createWeight: (_searcher, _needsScores, boost) =>
      docSetWeight({ docSet: (segment) => docsOfSpan(segment, field, span) }, boost),
  };
  return query;
}

interface ColumnPlace {
  readonly searcher: IndexSearcher;
  readonly segment: SegmentReader;
  readonly column: OrdinalColumn;
}

/** As in Lucene, the query prints like the one on the postings, and is rewritten to a constant. */
function byColumn(
  kind: string,
  described: Query & { readonly field: string },
  docsOf: (place: ColumnPlace) => DocSet | null,
): Query {
  const { field } = described;
  const query: Query & { readonly field: string } = {
    kind,
    profileName: 'MultiTermQueryDocValuesWrapper',
    field,
    isByField: described.isByField,
    toString: () => String(described),
    marks: (searcher) => marksOf(described, searcher),
    rewrite: () => query,
    createWeight(searcher, _needsScores, boost) {
      const docSet = (segment: SegmentReader): DocSet | null => {
        const column = segment.ordinals(field);
        return column === undefined ? null : docsOf({ searcher, segment, column });
      };
      return docSetWeight({ docSet }, boost);
    },
  };
  return { ...query, rewrite: () => constantScoreQuery(query) };
}
