/**
 * A histogram as terms of a column: pairs of a value (IEEE double, little-endian) and how often it
 * comes (varint).
 */
import { ByteReader, ByteWriter } from '@skein/bytes';

/** Pairs of a term: fifteen bytes each at most, and a term is no longer than 32,766. */
const CHUNK = 2048;

/**
 * Values ascend; those that never come are left out, and those that are equal counted together, so
 * that no two terms are the same.
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
