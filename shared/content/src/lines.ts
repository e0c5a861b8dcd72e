/** NDJSON: where the lines of a body lie. */

export interface LineRange {
  readonly start: number;
  /** Exclusive; without the line end (`\n` or `\r\n`). */
  readonly end: number;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Every line, the last one also when no newline ends it; empty lines are given too. */
export function* lineRanges(bytes: Uint8Array): Generator<LineRange> {
  let start = 0;
  while (start < bytes.length) {
    const found = bytes.indexOf(NEWLINE, start);
    const stop = found < 0 ? bytes.length : found;
    const end = stop > start && bytes[stop - 1] === RETURN ? stop - 1 : stop;
    yield { start, end };
    start = stop + 1;
  }
}
