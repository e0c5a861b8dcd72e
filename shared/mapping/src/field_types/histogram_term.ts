/**
 * A histogram as terms of a column: pairs of a value (IEEE double, little-endian) and its count
 * (varint).
 */
import { ByteReader, ByteWriter } from '@skein/bytes';

/** Pairs per term: a pair has at most fifteen bytes, and a term at most 32,766. */
const CHUNK = 2048;

/**
 * Values must ascend. Those with a zero count are omitted, and equal ones are counted together, so
 * that no two terms are equal.
 */
export function histogramTerms(
  values: readonly number[],
  counts: readonly number[],
): readonly Uint8Array[] {
  const terms: Uint8Array[] = [];
  let writer = new ByteWriter();
  let pairs = 0;
  const flush = (): void => {
    terms.push(writer.toBytes());
    writer = new ByteWriter();
    pairs = 0;
  };
  for (let i = 0; i < values.length; i++) {
    let count = counts[i] as number;
    for (; i + 1 < values.length && values[i + 1] === values[i]; i++) {
      count += counts[i + 1] as number;
    }
    if (count === 0) continue;
    writer.f64(values[i] as number);
    writer.varint(count);
    if (++pairs === CHUNK) flush();
  }
  if (pairs > 0 || terms.length === 0) flush();
  return terms;
}

export function visitHistogram(
  term: Uint8Array,
  visit: (value: number, count: number) => void,
): void {
  const reader = new ByteReader(term);
  while (reader.offset < term.length) visit(reader.f64(), reader.varint());
}
