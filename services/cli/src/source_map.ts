/**
 * Finds the source position of generated code. It scans the whole map for one position and keeps
 * nothing: some milliseconds in the rare case that a position is needed.
 */

/** A source position; all numbers count from 0. */
export interface Place {
  /** The index in the map's list of sources. */
  readonly source: number;
  readonly line: number;
  readonly column: number;
}

const SEMICOLON = 59;
const COMMA = 44;
const DIGITS = new Map(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map((letter, value) => [
    letter.charCodeAt(0),
    value,
  ]),
);
const DIGIT_BITS = 5;
const MORE = 1 << DIGIT_BITS;
/**
 * The fields of a segment: the column of the generated line, then source, line and column; a name
 * may follow. Shorter segments belong to no source.
 */
const PLACE_FIELDS = 4;

/**
 * The last place at or before a position of the generated code, both counted from 0; `undefined` if
 * its line has none. `mappings` is in version 3 of the format (ECMA-426): lines end with `;` and
 * segments with `,`. A segment's numbers are differences from those of the segment before. Their
 * digits are base 64, the lowest first: five bits and one that says that more digits follow. The
 * lowest bit of a number is its sign.
 */
export function findPlace(mappings: string, line: number, column: number): Place | undefined {
  const sums = [0, 0, 0, 0, 0];
  let atLine = 0;
  let field = 0;
  let number = 0;
  let shift = 0;
  let found: Place | undefined;
  for (let i = 0; i <= mappings.length; i++) {
    const code = i === mappings.length ? SEMICOLON : mappings.charCodeAt(i);
    if (code !== SEMICOLON && code !== COMMA) {
      const digit = DIGITS.get(code) ?? 0;
      number |= (digit & (MORE - 1)) << shift;
      shift += DIGIT_BITS;
      if (digit >= MORE) continue;
      sums[field] = (sums[field] ?? 0) + (number & 1 ? -(number >>> 1) : number >>> 1);
      field++;
      number = 0;
      shift = 0;
      continue;
    }
    const [at = 0, source = 0, sourceLine = 0, sourceColumn = 0] = sums;
    if (atLine === line && field >= PLACE_FIELDS && at <= column) {
      found = { source, line: sourceLine, column: sourceColumn };
    }
    field = 0;
    if (code === COMMA) continue;
    if (atLine === line) return found;
    atLine++;
    sums[0] = 0;
  }
  return undefined;
}
