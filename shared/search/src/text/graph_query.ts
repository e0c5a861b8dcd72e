/** Builds queries from token graphs like Lucene's QueryBuilder and OpenSearch's MatchQuery. */
import { utf8 } from '@skein/bytes';
import type { MappedField } from '@skein/mapping';
import {
  booleanQuery,
  type Query,
  type SpanQuery,
  spanNearQuery,
  spanOrQuery,
  spanTermQuery,
} from '@skein/search_library';
import { beginningSpans } from './beginning_spans.js';
import { phraseOfPlaces } from './phrase_places.js';
import { phrasePrefixQuery } from './phrase_prefix_query.js';
import { type GraphPiece, type GraphWord, wholeWays } from './text_graph.js';
import type { TextPlace } from './text_places.js';

/** Builds the query of one place, as for text without a graph. */
type PlaceQuery = (place: TextPlace) => Query;

/**
 * Builds the end of a text whose last word is a prefix: a single word, or the last word of a
 * phrase.
 */
export interface Beginning {
  word(term: string): Query;
  phrase(places: readonly TextPlace[]): Query;
}

interface ClausesOptions {
  readonly placeQuery: PlaceQuery;
  /** Builds the query for the words of a path. */
  readonly phraseQuery: (places: readonly TextPlace[]) => Query;
  readonly asPhrases: boolean;
  /**
   * Absent if the last word is complete. Prefixes are not expanded in sets of alternative terms.
   */
  readonly beginning?: Beginning;
}

/**
 * One clause per piece: its terms as synonyms, or any of its paths, whose words form a phrase or
 * may be anywhere.
 */
export function graphClauses(
  pieces: readonly GraphPiece[],
  { placeQuery, phraseQuery, asPhrases, beginning }: ClausesOptions,
): Query[] {
  const wayQuery = (way: readonly GraphWord[], begun: Beginning | undefined): Query => {
    const places = placesOf(way);
    const [first] = places;
    if (asPhrases && begun) return begun.phrase(places);
    if (places.length === 1 && first) return placeQuery(first);
    return asPhrases ? phraseQuery(places) : booleanQuery({ must: places.map(placeQuery) });
  };
  return pieces.map(({ ways }, i) => {
    const begun = i === pieces.length - 1 ? beginning : undefined;
    const terms = singleTerms(ways);
    const [only = ''] = terms ?? [];
    if (terms?.length === 1 && begun) return begun.word(only);
    if (terms) return placeQuery({ position: 0, terms });
    return booleanQuery({ should: ways.map((way) => wayQuery(way, begun)) });
  });
}

interface GraphPhraseOptions {
  readonly slop: number;
  readonly maxClauseCount: number;
  /** If present, the last word is a prefix that is expanded to at most this many words. */
  readonly maxExpansions?: number;
}

/**
 * All words in order. With slop, or if words were removed, each path through the text is a separate
 * phrase.
 */
export function graphPhrase(
  field: MappedField,
  pieces: readonly GraphPiece[],
  { slop, maxClauseCount, maxExpansions }: GraphPhraseOptions,
): Query {
  if (needsPhrases(pieces, slop)) {
    const phrases = wholeWays(pieces, maxClauseCount).map((way) =>
      maxExpansions === undefined
        ? phraseOfPlaces(field, placesOf(way), slop)
        : phrasePrefixQuery(field.spec.name, placesOf(way), { slop, maxExpansions }),
    );
    return booleanQuery({ should: phrases });
  }
  const spans = pieces.map(({ ways }, i) => {
    const most = i === pieces.length - 1 ? maxExpansions : undefined;
    return either(ways.map((way) => spanOf(field, way, most)));
  });
  return inOrder(spans);
}

/** True if each path of the text becomes a phrase; otherwise the words become spans. */
export function needsPhrases(pieces: readonly GraphPiece[], slop: number): boolean {
  const hasHoles = pieces.some(({ ways }) =>
    ways.some((way) => way.some(({ increment }, i) => i > 0 && increment > 1)),
  );
  return slop > 0 || hasHoles;
}

function singleTerms(ways: GraphPiece['ways']): string[] | undefined {
  return ways.every((way) => way.length === 1)
    ? [...new Set(ways.map(([word]) => word?.term ?? ''))]
    : undefined;
}

function placesOf(way: readonly GraphWord[]): TextPlace[] {
  let position = -1;
  return way.map(({ term, increment }, i) => {
    position += i === 0 ? 1 : increment;
    return { position, terms: [term] };
  });
}

/** If `most` is given, the last word is a prefix that is expanded to at most this many words. */
function spanOf(
  field: MappedField,
  way: readonly GraphWord[],
  most: number | undefined,
): SpanQuery {
  const spans = way.map(({ term }, i) =>
    most !== undefined && i === way.length - 1
      ? beginningSpans(field, term, most)
      : spanTermQuery(field.spec.name, utf8(term)),
  );
  return inOrder(spans);
}

function inOrder(spans: readonly SpanQuery[]): SpanQuery {
  const [only] = spans;
  return spans.length === 1 && only ? only : spanNearQuery(spans, { slop: 0, inOrder: true });
}

function either(spans: readonly SpanQuery[]): SpanQuery {
  const [only] = spans;
  return spans.length === 1 && only ? only : spanOrQuery(spans);
}
