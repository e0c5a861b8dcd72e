/**
 * Sets of 32-bit integers in the Roaring bitmap format:
 * https://github.com/RoaringBitmap/RoaringFormatSpec. Containers of 65,536 numbers are sorted
 * lists, bit sets or runs. They are read as spans, whose memory depends on the size of the input
 * and not of the set.
 */
import { ApiError } from '@skein/errors';
import type { NumberSpans } from '@skein/search_library';

const COOKIE_WITHOUT_RUNS = 12_346;
const COOKIE_WITH_RUNS = 12_347;
/** A bitmap with runs and fewer containers has no offsets. */
const OFFSETS_FROM = 4;
/** Containers with more numbers are bit sets. */
const LIST_MOST = 4096;
const CONTAINER_SIZE = 65_536;

/** The numbers as signed integers, in spans. */
export function readRoaringBitmap(bytes: Uint8Array): NumberSpans {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const spans = new SpanBuilder();
  try {
    readContainers(view, spans);
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    throw new ApiError('illegal_argument_exception', 'Failed to deserialize the bitmap.');
  }
  return spans.build();
}

function readContainers(view: DataView, spans: SpanBuilder): void {
  const cookie = view.getUint32(0, true);
  const hasRuns = (cookie & 0xffff) === COOKIE_WITH_RUNS;
  if (!hasRuns && cookie !== COOKIE_WITHOUT_RUNS) throw new RangeError('unknown cookie');
  const count = hasRuns ? (cookie >>> 16) + 1 : view.getUint32(4, true);
  if (count > CONTAINER_SIZE) throw new RangeError('too many containers');
  const flags = hasRuns ? 4 : 8;
  const heads = flags + (hasRuns ? (count + 7) >>> 3 : 0);
  const offsets = heads + count * 4;
  let at = offsets + (!hasRuns || count >= OFFSETS_FROM ? count * 4 : 0);
  for (let i = 0; i < count; i++) {
    const base = view.getUint16(heads + i * 4, true) * CONTAINER_SIZE;
    const size = view.getUint16(heads + i * 4 + 2, true) + 1;
    const isRuns = hasRuns && (view.getUint8(flags + (i >>> 3)) & (1 << (i & 7))) !== 0;
    if (isRuns) at = readRuns(view, at, { base, spans });
    else if (size <= LIST_MOST) at = readList(view, at, { base, size, spans });
    else at = readBits(view, at, { base, spans });
  }
}

interface Container {
  readonly base: number;
  readonly spans: SpanBuilder;
}

function readRuns(view: DataView, from: number, { base, spans }: Container): number {
  const runs = view.getUint16(from, true);
  let at = from + 2;
  for (let i = 0; i < runs; i++, at += 4) {
    const first = base + view.getUint16(at, true);
    spans.add(first, first + view.getUint16(at + 2, true));
  }
  return at;
}

function readList(
  view: DataView,
  from: number,
  { base, size, spans }: Container & { readonly size: number },
): number {
  for (let i = 0; i < size; i++) {
    const value = base + view.getUint16(from + i * 2, true);
    spans.add(value, value);
  }
  return from + size * 2;
}

function readBits(view: DataView, from: number, { base, spans }: Container): number {
  const bytes = CONTAINER_SIZE / 8;
  for (let i = 0; i < bytes; i++) {
    const bits = view.getUint8(from + i);
    for (let bit = 0; bits >>> bit !== 0; bit++) {
      if ((bits >>> bit) & 1) spans.add(base + i * 8 + bit, base + i * 8 + bit);
    }
  }
  return from + bytes;
}

/** The upper half of the unsigned numbers are negative as signed ones, and come first. */
const SIGN = 0x8000_0000;

class SpanBuilder {
  readonly #first: number[] = [];
  readonly #last: number[] = [];

  /**
   * Numbers are unsigned and ascending; adjacent runs are joined. No container crosses the change
   * of sign.
   */
  add(first: number, last: number): void {
    const end = this.#last.length - 1;
    const before = this.#last[end] ?? -2;
    if (first <= before) throw new RangeError('numbers are not in order');
    if (before + 1 === first && first !== SIGN) this.#last[end] = last;
    else {
      this.#first.push(first);
      this.#last.push(last);
    }
  }

  build(): NumberSpans {
    const at = this.#first.findIndex((value) => value >= SIGN);
    return { first: signed(this.#first, at), last: signed(this.#last, at) };
  }
}

function signed(numbers: readonly number[], negative: number): Int32Array {
  if (negative < 0) return Int32Array.from(numbers);
  return Int32Array.from([...numbers.slice(negative), ...numbers.slice(0, negative)], (n) => n | 0);
}
