/** The doubles next to a number that no double holds, and the neighbours of a double. */

/** The least double >= value. */
export function leastDouble(value: number | bigint): number {
  const double = Number(value);
  return typeof value === 'bigint' && double < value ? nextUp(double) : double;
}

/** The greatest double <= value. */
export function greatestDouble(value: number | bigint): number {
  return -leastDouble(-value);
}

/** The next greater double; infinity stays. */
export function nextUp(double: number): number {
  if (double === Number.POSITIVE_INFINITY) return double;
  if (double === 0) return Number.MIN_VALUE;
  const doubles = new Float64Array([double]);
  const bits = new BigInt64Array(doubles.buffer);
  bits[0] += double < 0 ? -1n : 1n;
  return doubles[0];
}

/** The next smaller double. */
export function nextDown(double: number): number {
  return -nextUp(-double);
}
