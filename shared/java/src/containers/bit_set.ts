/** `java.util.BitSet`: words of 32 bits. */
import { allocate } from '../values/meter.js';
import { indexOutOfBounds } from '../values/throwable.js';
import { JavaObject, type Value } from '../values/value.js';

/** Bits per word; Java counts its capacity in words of 64. */
const WORD = 32;

export class BitSet extends JavaObject {
  readonly className: string = 'java.util.BitSet';
  #words: Uint32Array;
  /** True while the set has the capacity that it was made with, which its copies get as well. */
  #keepsCapacity: boolean;

  /** `bits`: the capacity that is wished. */
  constructor(bits?: number) {
    super();
    const capacity = bits ?? 64;
    allocate(capacity >> 4);
    this.#words = new Uint32Array(Math.ceil(capacity / 64) * 2);
    this.#keepsCapacity = bits !== undefined;
  }

  /** The capacity in bits. */
  capacity(): number {
    return this.#words.length * WORD;
  }

  has(bit: number): boolean {
    return (((this.#words[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  }

  put(bit: number, on: boolean): void {
    if (bit >= this.capacity()) {
      if (!on) return;
      this.#grow(bit);
    }
    const at = bit >>> 5;
    const mask = 1 << (bit & 31);
    const word = this.#words[at] ?? 0;
    this.#words[at] = on ? word | mask : word & ~mask;
  }

  /** Sets the bits from `from` (inclusive) to `to` (exclusive). */
  putRange(from: number, to: number, on: (bit: number) => boolean): void {
    if (from < 0) throw indexOutOfBounds(`fromIndex < 0: ${from}`);
    if (to < 0) throw indexOutOfBounds(`toIndex < 0: ${to}`);
    if (from > to) throw indexOutOfBounds(`fromIndex: ${from} > toIndex: ${to}`);
    allocate(to - from);
    for (let bit = from; bit < to; bit++) this.put(bit, on(bit));
  }

  clear(): void {
    this.#words.fill(0);
  }

  /** The highest set bit plus one. */
  length(): number {
    for (let at = this.#words.length - 1; at >= 0; at--) {
      const word = this.#words[at] ?? 0;
      if (word !== 0) return at * WORD + WORD - Math.clz32(word);
    }
    return 0;
  }

  bits(): number[] {
    const end = this.length();
    allocate(end);
    return Array.from({ length: end }, (_, bit) => bit).filter((bit) => this.has(bit));
  }

  /** Combines each bit of both sets with `join`. */
  combine(other: BitSet, join: (mine: boolean, theirs: boolean) => boolean): void {
    const end = Math.max(this.length(), other.length());
    allocate(end);
    for (let bit = 0; bit < end; bit++) this.put(bit, join(this.has(bit), other.has(bit)));
  }

  /** Words of 64 bits without trailing zeros. */
  longs(): bigint[] {
    const words = Array.from({ length: Math.ceil(this.length() / 64) }, (_, i) => {
      const low = BigInt(this.#words[2 * i] ?? 0);
      return BigInt.asIntN(64, (BigInt(this.#words[2 * i + 1] ?? 0) << 32n) | low);
    });
    allocate(words.length);
    return words;
  }

  static of(longs: readonly bigint[]): BitSet {
    const made = new BitSet(longs.length * 64);
    made.#keepsCapacity = false;
    for (const [i, long] of longs.entries()) {
      made.#words[2 * i] = Number(long & 0xffffffffn);
      made.#words[2 * i + 1] = Number((long >> 32n) & 0xffffffffn);
    }
    return made;
  }

  /** As in Java, copying a set gives back the words that it does not need. */
  copy(): BitSet {
    if (!this.#keepsCapacity) {
      this.#words = this.#words.slice(0, Math.ceil(this.length() / 64) * 2);
      return BitSet.of(this.longs());
    }
    const made = new BitSet(this.capacity());
    made.#words.set(this.#words);
    return made;
  }

  override text(): string {
    return `{${this.bits().join(', ')}}`;
  }

  override equals(other: Value): boolean {
    return other instanceof BitSet && other.key() === this.key();
  }

  override hashCode(): number {
    const mixed = this.longs().reduce(
      (hash, word, i) => hash ^ BigInt.asIntN(64, word * BigInt(i + 1)),
      1234n,
    );
    return Number(BigInt.asIntN(32, (mixed >> 32n) ^ mixed));
  }

  override key(): string {
    return `b${this.longs().join()}`;
  }

  #grow(bit: number): void {
    const words = Math.max(this.#words.length * 2, (Math.floor(bit / 64) + 1) * 2);
    allocate(words * 2);
    const grown = new Uint32Array(words);
    grown.set(this.#words);
    this.#words = grown;
    this.#keepsCapacity = false;
  }
}
