/**
 * Points as terms, for aggregations that count values: latitude and longitude as Java writes them.
 */
import { doubleText } from '@skein/content';
import { geoSource } from './geo_source.js';
import type { GeoValues } from './resolve_values.js';
import { type ReadTerms, type TermSource, TermTable, termsOfTable } from './term_source.js';

export function pointTerms(values: Pick<GeoValues, 'field' | 'missing'>): TermSource {
  const source = geoSource(values);
  const table = new TermTable();
  return {
    segment(reader): ReadTerms {
      const read = source.segment(reader);
      return (block, into) => {
        const { rows, lats, lons, count, isSingle } = read(block);
        const own = into.ownRows(count);
        for (let i = 0; i < count; i++) {
          own[i] = rows[i];
          const point = `${doubleText(lats[i])}, ${doubleText(lons[i])}`;
          into.ids[i] = table.idOf(point);
        }
        into.count = count;
        into.isSingle = isSingle;
      };
    },
    ...termsOfTable(table),
    everyTerm: () => undefined,
  };
}
