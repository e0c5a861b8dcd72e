/**
 * A phrase whose last word is a prefix, in a field that may index prefixes as terms. Works like
 * OpenSearch's `createPhrasePrefixQuery`.
 */
import { utf8 } from '@skein/bytes';
import type { MappedField } from '@skein/mapping';
import {
  eitherOf,
  type Mark,
  type Query,
  type SpanQuery,
  spanNearQuery,
  spanTermQuery,
} from '@skein/search_library';
import { synonymQuery } from '../execution/synonym_query.js';
import { beginningSpans } from './beginning_spans.js';
import { type PhrasePrefixOptions, phrasePrefixQuery } from './phrase_prefix_query.js';
import type { TextPlace } from './text_places.js';

export function beginningPhrase(
  field: MappedField,
  places: readonly TextPlace[],
  options: PhrasePrefixOptions,
): Query {
  const { name } = field.spec;
  const beginnings = field.beginnings?.ofPhrases === true ? field.beginnings : undefined;
  const last = places.at(-1)?.terms ?? [];
  const areHeld = options.slop === 0 && last.every((term) => beginnings?.holds(term) === true);
  if (beginnings === undefined || !areHeld) return phrasePrefixQuery(name, places, options);
  if (places.length === 1) {
    return synonymQuery(
      beginnings.field,
      last.map((term) => utf8(term)),
    );
  }
  const words = places
    .slice(0, -1)
    .map(({ terms }) => eitherOf(terms.map((term) => spanTermQuery(name, utf8(term)))));
  const begun = eitherOf(last.map((term) => beginningSpans(field, term)));
  const gaps = gapsOf(places);
  const query = spanNearQuery([...words, begun], { slop: 0, inOrder: true, gaps });
  return { ...query, marks: () => wordsOfOneField(query) };
}

/**
 * If the neighbouring words belong to another field, Lucene's unified highlighter treats these
 * words as independent of position.
 */
function wordsOfOneField(query: SpanQuery): readonly Mark[] {
  return query
    .marks()
    .flatMap((spans) =>
      spans.words
        .filter(({ field }) => field === query.field)
        .map((word): Mark => ({ ...word, spans })),
    );
}

/** The number of removed words before each place, by the place's index. */
function gapsOf(places: readonly TextPlace[]): ReadonlyMap<number, number> {
  const gaps = new Map<number, number>();
  let next = 0;
  for (const [i, { position }] of places.entries()) {
    if (position > next) gaps.set(i, position - next);
    next = position + 1;
  }
  return gaps;
}
