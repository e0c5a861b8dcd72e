/** `win*`, `h?ndle`: a word with wildcards, normalized like the field's terms. */

import { ApiError } from '@skein/errors';
import { booleanQuery, type Query } from '@skein/search_library';
import { NO_MATCHES } from '../queries/match_none.js';
import { needingPostings } from '../text/fuzzy_words.js';
import { normalizedText } from '../text/normalized_text.js';
import { textPlaces } from '../text/text_places.js';
import { placeQuery, type TextTarget } from '../text/text_query.js';
import { withoutEscapes } from './syntax.js';

interface PatternOptions {
  readonly analyzeWildcard: boolean;
  readonly allowLeadingWildcard: boolean;
  readonly defaultOperator: 'and' | 'or';
  /** The analyzer named in the query. */
  readonly analyzer: string | undefined;
}

export function patternQuery(text: string, target: TextTarget, options: PatternOptions): Query {
  if (/^[*?]/.test(text) && !options.allowLeadingWildcard) {
    throw new ApiError(
      'parse_exception',
      `Cannot parse '${text}': '*' or '?' not allowed as first character in WildcardQuery`,
    );
  }
  const isPrefix = /^[^*?\\]*(?:\\[\s\S][^*?\\]*)*\*$/.test(text);
  if (!isPrefix) return wildcardInField(text, target, options);
  // As in OpenSearch, only other patterns are refused where there are no terms.
  if (!target.field.hasTerms) return NO_MATCHES;
  const beginning = withoutEscapes(text.slice(0, -1));
  return options.analyzeWildcard && target.field.isText
    ? analyzedPrefix(beginning, target, options.defaultOperator)
    : target.field.prefixQuery(asTerms(beginning, target), false, target.context);
}

function asTerms(text: string, { field, analyzer }: TextTarget): string {
  return field.isText ? normalizedText(analyzer, text) : text;
}

/** All words before the last one are complete. */
function analyzedPrefix(text: string, target: TextTarget, operator: 'and' | 'or'): Query {
  const { field, analyzer, context } = target;
  const places = textPlaces(analyzer, text);
  const last = places.at(-1);
  if (!last) return field.prefixQuery(asTerms(text, target), false, context);
  const queries = [
    ...places.slice(0, -1).map((place) => placeQuery(target, place)),
    ...last.terms.map((term) => field.prefixQuery(term, false, context)),
  ];
  const [only] = queries;
  if (queries.length === 1 && only) return only;
  return operator === 'and'
    ? booleanQuery({ must: queries })
    : booleanQuery({ should: queries, minimumShouldMatch: 1 });
}

/** The text between wildcards is normalized but never split into words; the wildcards stay. */
function wildcardInField(text: string, target: TextTarget, options: PatternOptions): Query {
  const { field, analyzer, context } = target;
  const isNormalized = field.isText || (options.analyzer !== undefined && options.analyzeWildcard);
  const pattern = text.replace(/(?:[^*?\\]|\\[\s\S])+/g, (piece) => {
    const plain = withoutEscapes(piece);
    const term = isNormalized ? normalizedText(analyzer, plain) : plain;
    return term.replace(/[\\*?]/g, '\\$&');
  });
  return needingPostings(field.wildcardQuery(pattern, false, context), field);
}
