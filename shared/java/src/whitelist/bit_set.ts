/** java.util.BitSet. */
import type { ClassTable } from '../class_table.js';
import { BitSet } from '../containers/bit_set.js';
import { JArray } from '../containers/container_types.js';
import { indexOutOfBounds, negativeArraySize } from '../values/throwable.js';

function index(bit: number, name = 'bitIndex'): number {
  if (bit < 0) throw indexOutOfBounds(`${name} < 0: ${bit}`);
  return bit;
}

function before(from: number): number {
  if (from < -1) throw indexOutOfBounds(`fromIndex < -1: ${from}`);
  return from;
}

function toBytes(self: BitSet): JArray {
  const bytes = Array.from({ length: Math.ceil(self.length() / 8) }, (_, i) => {
    let byte = 0;
    for (let bit = 0; bit < 8; bit++) if (self.has(i * 8 + bit)) byte |= 1 << bit;
    return (byte << 24) >> 24;
  });
  return new JArray('byte', bytes);
}

export const bitSet: readonly ClassTable[] = [
  {
    name: 'java.util.BitSet',
    constructors: {
      '()': () => new BitSet(),
      '(int)': (bits: number) => {
        if (bits < 0) throw negativeArraySize(`nbits < 0: ${bits}`);
        return new BitSet(bits);
      },
    },
    statics: { 'BitSet valueOf(long[])': (longs: JArray) => BitSet.of(longs.longs) },
    methods: {
      'void and(BitSet)': (self: BitSet, other: BitSet) => self.combine(other, (a, b) => a && b),
      'void andNot(BitSet)': (self: BitSet, other: BitSet) =>
        self.combine(other, (a, b) => a && !b),
      'void or(BitSet)': (self: BitSet, other: BitSet) => self.combine(other, (a, b) => a || b),
      'void xor(BitSet)': (self: BitSet, other: BitSet) => self.combine(other, (a, b) => a !== b),
      'int cardinality()': (self: BitSet) => self.bits().length,
      'void clear()': (self: BitSet) => self.clear(),
      'void clear(int)': (self: BitSet, bit: number) => self.put(index(bit), false),
      'void clear(int,int)': (self: BitSet, from: number, to: number) =>
        self.putRange(from, Math.max(Math.min(to, self.length()), Math.min(from, to)), () => false),
      'def clone()': (self: BitSet) => self.copy(),
      'void flip(int)': (self: BitSet, bit: number) => self.put(index(bit), !self.has(bit)),
      'void flip(int,int)': (self: BitSet, from: number, to: number) =>
        self.putRange(from, to, (bit) => !self.has(bit)),
      'boolean intersects(BitSet)': (self: BitSet, other: BitSet) =>
        self.bits().some((bit) => other.has(bit)),
      'boolean isEmpty()': (self: BitSet) => self.length() === 0,
      'int length()': (self: BitSet) => self.length(),
      'int nextClearBit(int)': (self: BitSet, from: number) => {
        let bit = index(from, 'fromIndex');
        while (self.has(bit)) bit++;
        return bit;
      },
      'int nextSetBit(int)': (self: BitSet, from: number) => {
        const end = self.length();
        let bit = index(from, 'fromIndex');
        while (bit < end && !self.has(bit)) bit++;
        return bit < end ? bit : -1;
      },
      'int previousClearBit(int)': (self: BitSet, from: number) => {
        let bit = before(from);
        while (bit >= 0 && self.has(bit)) bit--;
        return bit;
      },
      'int previousSetBit(int)': (self: BitSet, from: number) => {
        let bit = Math.min(before(from), self.length());
        while (bit >= 0 && !self.has(bit)) bit--;
        return bit;
      },
      'void set(int)': (self: BitSet, bit: number) => self.put(index(bit), true),
      'void set(int,int)': (self: BitSet, from: number, to: number) =>
        self.putRange(from, to, () => true),
      'void set(int,int,boolean)': (self: BitSet, from: number, to: number, on: boolean) =>
        self.putRange(from, to, () => on),
      'int size()': (self: BitSet) => self.capacity(),
      'byte[] toByteArray()': toBytes,
      'long[] toLongArray()': (self: BitSet) => new JArray('long', self.longs()),
    },
  },
];
