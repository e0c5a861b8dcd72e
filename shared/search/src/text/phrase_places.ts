/** Builds a phrase query from places. */
import { utf8 } from '@skein/bytes';
import type { MappedField } from '@skein/mapping';
import { phraseQuery, type Query } from '@skein/search_library';
import type { TextPlace } from './text_places.js';

export function phraseOfPlaces(
  field: MappedField,
  places: readonly TextPlace[],
  slop: number,
): Query {
  return phraseQuery(field.spec.name, {
    terms: places.map((place) => place.terms.map((term) => utf8(term))),
    positions: places.map((place) => place.position),
    slop,
  });
}
