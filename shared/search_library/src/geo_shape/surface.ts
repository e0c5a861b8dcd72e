/**
 * A surface on which shapes lie: the globe, whose coordinates are degrees that wrap around, or a
 * plane of floats. It defines how a segment stores coordinates: as integers in the same order.
 */
import { encodeLatitude, encodeLongitude, LAT_STEP, LON_STEP } from '../codec/v1/geo_column.js';
import type { ColumnKind } from '../document/field_spec.js';
import type { Box } from './component.js';

export interface Surface {
  /** Contains all shapes. */
  readonly bounds: Box;
  /** True if longitudes wrap around. */
  readonly isRound: boolean;
  encodeX(x: number): number;
  encodeY(y: number): number;
  /** Decodes a coordinate that `encodeX` encoded. */
  decodeX(encoded: number): number;
  decodeY(encoded: number): number;
}

export const GLOBE: Surface = {
  bounds: { minX: -180, maxX: 180, minY: -90, maxY: 90 },
  isRound: true,
  encodeX: encodeLongitude,
  encodeY: encodeLatitude,
  decodeX: (encoded) => encoded * LON_STEP,
  decodeY: (encoded) => encoded * LAT_STEP,
};

const MOST = 3.4028234663852886e38;
const bits = new Int32Array(1);
const float = new Float32Array(bits.buffer);

/**
 * The bits of a float, inverted for negative ones so that they ascend, as in Lucene's
 * XYEncodingUtils.
 */
function encodeFloat(value: number): number {
  float[0] = Math.max(-MOST, Math.min(MOST, value)) + 0;
  return bits[0] ^ ((bits[0] >> 31) & 0x7fffffff);
}

function decodeFloat(encoded: number): number {
  bits[0] = encoded ^ ((encoded >> 31) & 0x7fffffff);
  return float[0];
}

export const PLANE: Surface = {
  bounds: { minX: -MOST, maxX: MOST, minY: -MOST, maxY: MOST },
  isRound: false,
  encodeX: encodeFloat,
  encodeY: encodeFloat,
  decodeX: decodeFloat,
  decodeY: decodeFloat,
};

/** The surface of a column's shapes. */
export function surfaceOf(column: ColumnKind): Surface {
  return column === 'plane' ? PLANE : GLOBE;
}
