/** Span queries of single terms: one, the expansions of a pattern, and spans that pass for another field's. */
import { ApiError } from '@skein/errors';
import { bestTerms, expandTerms, type MultiTermQuery } from '../queries/multi_term.js';
import { termQuery } from '../queries/term.js';
import { termText } from '../query_text.js';
import { mergeSpans } from './combine.js';
import { type BoundSpans, type SpanQuery, spanQuery } from './span_query.js';
import { termSource, uniteSources } from './span_source.js';

export function spanTermQuery(field: string, term: Uint8Array): SpanQuery {
  const bound = boundTerm(field, term);
  return spanQuery({ field, text: String(termQuery(field, term)), bind: () => bound });
}

function boundTerm(field: string, term: Uint8Array): BoundSpans {
  return {
    terms: [{ field, term }],
    open(segment) {
      const terms = segment.terms(field);
      const ordinal = terms?.find(term) ?? -1;
      if (terms === undefined || ordinal < 0) return null;
      if (terms.hasPositions) return termSource(terms, ordinal, 1);
      throw new ApiError(
        'illegal_state_exception',
        `field "${field}" was indexed without position data; cannot run SpanTermQuery (term=${termText(term)})`,
      );
    },
  };
}

/** Any term a prefix, wildcard, regular expression or fuzzy word stands for. */
export function spanMultiTermQuery(
  inner: MultiTermQuery,
  size = Number.POSITIVE_INFINITY,
): SpanQuery {
  const { field } = inner;
  return spanQuery({
    field,
    text: `SpanMultiTermQueryWrapper(${inner})`,
    bind(searcher) {
      const most = searcher.maxClauseCount;
      const found = expandTerms(inner, searcher, Math.min(size, most + 1));
      if (found.length > most) throw tooManySpans(inner, most);
      const members = bestTerms(found, size).map(({ term }) => boundTerm(field, term));
      return {
        terms: members.flatMap((member) => member.terms),
        open(segment) {
          const sources = members.map((one) => one.open(segment)).filter((one) => one !== null);
          return sources.length === 0 ? null : uniteSources(sources, mergeSpans);
        },
      };
    },
  });
}

/** Spans of one field that combine with those of another, as if they were its own. */
export function fieldMaskingSpanQuery(inner: SpanQuery, field: string): SpanQuery {
  return spanQuery({ field, text: `mask(${inner}) as ${field}`, bind: inner.bind });
}

/** OpenSearch's words, with the space. */
function tooManySpans(inner: MultiTermQuery, most: number): ApiError {
  return new ApiError(
    'runtime_exception',
    `[${inner} ] exceeds maxClauseCount [ Boolean maxClauseCount is set to ${most}]`,
  );
}
