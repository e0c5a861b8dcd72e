/** Queries from token graphs, as Lucene's QueryBuilder and OpenSearch's MatchQuery make them. */
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
import { phraseOfPlaces } from './phrase_places.js';
import { type GraphPiece, type GraphWord, wholeWays } from './text_graph.js';
import type { TextPlace } from './text_places.js';

/** The query of one place, as of text without a graph. */
export type PlaceQuery = (place: TextPlace) => Query;

/** One clause a piece: its terms as synonyms, or any of its ways, the words of one as a phrase or all of them anywhere. */
export function graphClauses(
  field: MappedField,
  pieces: readonly GraphPiece[],
  { placeQuery, asPhrases }: { readonly placeQuery: PlaceQuery; readonly asPhrases: boolean },
): Query[] {
  const wayQuery = (way: readonly GraphWord[]): Query => {
    const places = placesOf(way);
    const [first] = places;
    if (places.length === 1 && first) return placeQuery(first);
    return asPhrases
      ? phraseOfPlaces(field, places, 0)
      : booleanQuery({ must: places.map(placeQuery) });
  };
  return pieces.map(({ ways }) => {
    const terms = singleTerms(ways);
    if (terms) return placeQuery({ position: 0, terms });
    return booleanQuery({ should: ways.map(wayQuery) });
  });
}

/** All words in their order. With room between them, or where words were removed, each way through the text is a phrase of its own. */
export function graphPhrase(
  field: MappedField,
  pieces: readonly GraphPiece[],
  { slop, maxClauseCount }: { readonly slop: number; readonly maxClauseCount: number },
): Query {
  const hasHoles = pieces.some(({ ways }) =>
    ways.some((way) => way.some(({ increment }, i) => i > 0 && increment > 1)),
  );
  if (slop > 0 || hasHoles) {
    const phrases = wholeWays(pieces, maxClauseCount).map((way) =>
      phraseOfPlaces(field, placesOf(way), slop),
    );
    return booleanQuery({ should: phrases });
  }
  const spans = pieces.map(({ ways }) => either(ways.map((way) => spanOf(field, way))));
  return inOrder(spans);
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

function spanOf(field: MappedField, way: readonly GraphWord[]): SpanQuery {
  return inOrder(way.map(({ term }) => spanTermQuery(field.spec.name, utf8(term))));
}

function inOrder(spans: readonly SpanQuery[]): SpanQuery {
  const [only] = spans;
  return spans.length === 1 && only ? only : spanNearQuery(spans, { slop: 0, inOrder: true });
}

function either(spans: readonly SpanQuery[]): SpanQuery {
  const [only] = spans;
  return spans.length === 1 && only ? only : spanOrQuery(spans);
}
