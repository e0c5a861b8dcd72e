/** NDJSON: the byte ranges of a body's lines. */

export interface LineRange {
  readonly start: number;
  /** Exclusive end, without the line end (`\n` or `\r\n`). */
  readonly end: number;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Every line, including empty ones and a last one without a newline. */
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
