/**
 * Span queries of single terms: one term, the expansions of a pattern, and spans presented as those
 * of another field.
 */
import { ApiError } from '@skein/errors';
import { patternMark, termMark } from '../marks.js';
import { bestTerms, expandTerms, type MultiTermQuery } from '../queries/multi_term.js';
import { termQuery } from '../queries/term.js';
import { termText } from '../query_text.js';
import { mergeSpans } from './combine.js';
import { type BoundSpans, type SpanQuery, spanQuery } from './span_query.js';
import { termSource, uniteSources } from './span_source.js';

export function spanTermQuery(field: string, term: Uint8Array): SpanQuery {
  const bound = boundTerm(field, term);
  const words = [termMark(field, term)];
  const text = String(termQuery(field, term));
  const query = spanQuery({ field, words, text, bind: () => bound });
  const phrase = { places: [[term]], slop: 0 };
  return { ...query, marks: () => query.marks().map((mark) => ({ ...mark, phrase })) };
}

function boundTerm(field: string, term: Uint8Array): BoundSpans {
  return {
    terms: [{ field, term }],
    open(place) {
      const terms = place.terms(field);
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

/** No spans: a pattern over a field that does not exist. */
export function noSpansQuery(field: string): SpanQuery {
  const text = 'SpanMatchNoDocsQuery("Inner query rewrote to match_none")';
  return spanQuery({ field, text, words: [], bind: () => ({ terms: [], open: () => null }) });
}

/** Spans of any term that a prefix, wildcard, regular expression or fuzzy word stands for. */
export function spanMultiTermQuery(
  inner: MultiTermQuery,
  size = Number.POSITIVE_INFINITY,
): SpanQuery {
  const { field } = inner;
  return spanQuery({
    field,
    words: [patternMark(inner)],
    text: `SpanMultiTermQueryWrapper(${inner})`,
    bind(searcher) {
      if (searcher === undefined) return fittingTerms(inner);
      const most = searcher.maxClauseCount;
      const found = expandTerms(inner, searcher, Math.min(size, most + 1));
      if (found.length > most) throw tooManySpans(inner, most);
      const members = bestTerms(found, size).map(({ term }) => boundTerm(field, term));
      return {
        terms: members.flatMap((member) => member.terms),
        open(place) {
          const sources = members.map((one) => one.open(place)).filter((one) => one !== null);
          return sources.length === 0 ? null : uniteSources(sources, mergeSpans);
        },
      };
    },
  });
}

/** For one text: all of its words that match, however many the index has. */
function fittingTerms({ field, accepts }: MultiTermQuery): BoundSpans {
  return {
    terms: [],
    open(place) {
      const terms = place.terms(field);
      const ordinals = terms?.fitting?.(accepts) ?? [];
      if (terms === undefined || ordinals.length === 0) return null;
      return uniteSources(
        ordinals.map((ordinal) => termSource(terms, ordinal, 1)),
        mergeSpans,
      );
    },
  };
}

/**
 * Presents spans of one field as those of another, so that they can be combined. By themselves they
 * are scored in their own field, as in Lucene.
 */
export function fieldMaskingSpanQuery(inner: SpanQuery, field: string): SpanQuery {
  const { words, bind, createWeight } = inner;
  const masked = spanQuery({ field, of: [inner], words, text: `mask(${inner}) as ${field}`, bind });
  const query: SpanQuery = { ...masked, createWeight, rewrite: () => query };
  return query;
}

/** OpenSearch's message, including the space. */
function tooManySpans(inner: MultiTermQuery, most: number): ApiError {
  return new ApiError(
    'runtime_exception',
    `[${inner} ] exceeds maxClauseCount [ Boolean maxClauseCount is set to ${most}]`,
  );
}
