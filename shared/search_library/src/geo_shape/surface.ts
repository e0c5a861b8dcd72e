/**
 * A surface on which shapes lie: the globe, whose coordinates are degrees and which goes round, or
 * a plane of floats. It says how a segment keeps coordinates: as whole numbers in their order.
 */
import { encodeLatitude, encodeLongitude, LAT_STEP, LON_STEP } from '../codec/v1/geo_column.js';
import type { ColumnKind } from '../document/field_spec.js';
import type { Box } from './component.js';

export interface Surface {
  /** Everything lies within. */
  readonly bounds: Box;
  /** Longitudes go round. */
  readonly isRound: boolean;
  encodeX(x: number): number;
  encodeY(y: number): number;
  /** A coordinate as `encodeX` keeps it. */
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
 * The bits of a float, those of negative ones turned round so that they ascend: as Lucene's
 * XYEncodingUtils has them.
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
