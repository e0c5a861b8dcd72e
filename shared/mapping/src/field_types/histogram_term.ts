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
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    count += counts[i] ?? 0;
    if (values[i + 1] === values[i]) continue;
    if (count !== 0) {
      writer.f64(values[i] ?? 0);
      writer.varint(count);
      if (++pairs === CHUNK) flush();
    }
    count = 0;
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
