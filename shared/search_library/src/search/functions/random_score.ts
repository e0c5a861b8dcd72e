/**
 * A number in [0, 1) that depends only on the seed and on the document: a hash of a field's value,
 * or of the document's number.
 */

import { utf8 } from '@skein/bytes';
import type { NumberColumn, SegmentReader } from '../../index/segment_reader.js';
import { matched } from '../explain/explanation.js';
import type { ScoreFunction } from './score_function.js';

export interface RandomScore {
  readonly seed: number;
  /** Distinguishes indices and shards. */
  readonly salt: number;
  /** `undefined`: the document's number is hashed, which changes when segments merge. */
  readonly field: string | undefined;
}

export function randomScore({ seed, salt, field }: RandomScore): ScoreFunction {
  const salted = mix(seed ^ salt);
  return {
    explain: (_place, value) =>
      matched(value, `random score function (seed: ${seed}, field: ${field ?? 'null'})`),
    segment(segment, docBase) {
      const value = field === undefined ? undefined : firstValue(segment, field);
      return (doc) => {
        if (value === undefined) return fraction(mix((docBase + doc) ^ salted));
        const bytes = value(doc);
        return fraction(bytes === undefined ? salted : murmur3(bytes, salted));
      };
    },
  };
}

/** The random number of a text. */
export function randomFraction(
  bytes: Uint8Array,
  { seed, salt }: Pick<RandomScore, 'seed' | 'salt'>,
): number {
  return fraction(murmur3(bytes, mix(seed ^ salt)));
}

/** Numbers are hashed in their text form. */
function firstValue(
  segment: SegmentReader,
  field: string,
): (doc: number) => Uint8Array | undefined {
  const numbers = segment.numbers(field);
  const ordinals = segment.ordinals(field);
  return (doc) => {
    if (numbers?.has(doc)) {
      return utf8(leastText(numbers, doc));
    }
    return ordinals?.has(doc) ? ordinals.term(ordinals.ordinal(doc, 0)) : undefined;
  };
}

/** The value that comes first as text. */
function leastText(numbers: NumberColumn, doc: number): string {
  const textOf = (i: number) =>
    String(numbers.wide ? numbers.exact(doc, i) : numbers.value(doc, i));
  let least = textOf(0);
  for (let i = 1; i < numbers.valueCount(doc); i++) {
    const text = textOf(i);
    if (text < least) least = text;
  }
  return least;
}

/** Uses the lower 24 bits, which a float holds exactly. */
function fraction(hash: number): number {
  return (hash & 0xffffff) / 2 ** 24;
}

/** The final mix of Murmur3, which spreads every bit over the whole word. */
function mix(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** Murmur3, x86, 32 bits. */
function murmur3(bytes: Uint8Array, seed: number): number {
  let hash = seed;
  const whole = bytes.length & ~3;
  for (let i = 0; i < whole; i += 4) {
    hash ^= scramble(bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24));
    hash = (hash << 13) | (hash >>> 19);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  let tail = 0;
  for (let i = bytes.length - 1; i >= whole; i--) tail = (tail << 8) | bytes[i];
  if (bytes.length > whole) hash ^= scramble(tail);
  return mix(hash ^ bytes.length);
}

function scramble(block: number): number {
  const product = Math.imul(block, 0xcc9e2d51);
  return Math.imul((product << 15) | (product >>> 17), 0x1b873593);
}
