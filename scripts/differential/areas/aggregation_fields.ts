/** Chooses fields for an aggregation, most of which have a fitting type. */
import type { AggregationGenerator, Place } from './aggregation_generator.ts';

export const numeric = (g: AggregationGenerator, place: Place) =>
  g.field(place, [...place.fields.number, ...place.fields.date]);
export const number = (g: AggregationGenerator, place: Place) =>
  g.field(place, place.fields.number);
export const date = (g: AggregationGenerator, place: Place): string => {
  const field = g.field(place, place.fields.date);
  // OpenSearch would take minutes to count empty daily buckets up to such numbers.
  return field === 'big' ? 'at' : field;
};
export const keyword = (g: AggregationGenerator, place: Place) =>
  g.field(place, place.fields.keyword);
export const anyField = (g: AggregationGenerator, place: Place) =>
  g.field(place, [
    ...place.fields.keyword,
    ...place.fields.number,
    ...place.fields.date,
    ...place.fields.ip,
  ]);
