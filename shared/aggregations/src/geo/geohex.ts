/**
 * Hexagons of Uber's H3. A cell is a 64-bit index, and its key is the index in hexadecimal. The
 * reserved bits are 0, so all indexes have fifteen digits and sort as numbers do. See
 * https://h3geo.org/docs/core-library/h3Indexing.
 */
import { onDemand } from '@skein/base';
import type { Key } from '../bucket/merge_buckets.js';
import type { CellGrid } from '../values/cell_table.js';

const h3 = onDemand<typeof import('h3-js')>(import.meta.url, 'h3-js');

/** The number of hexadecimal digits of the lower word of an index. */
const LOW_DIGITS = 8;

export function hexGrid(resolution: number): CellGrid {
  const { latLngToCell } = h3();
  return {
    assign({ lats, lons, count }, { highs, lows }) {
      for (let i = 0; i < count; i++) {
        const index = latLngToCell(lats[i], lons[i], resolution);
        highs[i] = Number.parseInt(index.slice(0, -LOW_DIGITS), 16);
        lows[i] = Number.parseInt(index.slice(-LOW_DIGITS), 16);
      }
    },
    key: hexKey,
    compare: (aHigh, aLow, bHigh, bLow) => aHigh - bHigh || aLow - bLow,
  };
}

function hexKey(high: number, low: number): Key {
  return high.toString(16) + low.toString(16).padStart(LOW_DIGITS, '0');
}
