/**
 * `min_hash`: replaces all terms by their lowest hashes, by bucket, as new terms: texts that share
 * many terms share many of these. As in Lucene, a hash is the MurmurHash3 of the term in UTF-16,
 * mixed with the number of the hash.
 */
import { HASH, hashBytes } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { ComponentSettings } from '../build/component_settings.js';
import type { TokenFilterType } from '../build/component_type.js';
import type { TokenBatch } from '../component.js';
import { newToken } from '../token.js';

/** The limit of buckets over all hashes; with rotation each bucket becomes a term. */
const MAX_BUCKETS = 1_000_000;

interface Options {
  readonly hashes: number;
  readonly buckets: number;
  readonly setSize: number;
  /** True when an empty bucket takes the hash of the next one that has any. */
  readonly rotates: boolean;
}

/**
 * A hash of 128 bits: the two words of the second half, which are compared first, then those of the
 * first half.
 */
type Words = readonly [number, number, number, number];

export const MIN_HASH: TokenFilterType = {
  name: 'min_hash',
  readsSettingsLate: true,
  create: (settings) => {
    const buckets = positive(settings, 'bucket_count', 'bucketCount', 512);
    const options: Options = {
      hashes: positive(settings, 'hash_count', 'hashCount', 1),
      buckets,
      setSize: positive(settings, 'hash_set_size', 'hashSetSize', 1),
      rotates: settings.has('with_rotation')
        ? settings.string('with_rotation')?.toLowerCase() === 'true'
        : buckets > 1,
    };
    if (options.hashes * buckets > MAX_BUCKETS) {
      throw new ApiError(
        'illegal_argument_exception',
        `[${options.hashes}] hashes of [${buckets}] buckets are more than [${MAX_BUCKETS}] buckets, which is the most`,
      );
    }
    return { name: 'min_hash', apply: (batch) => replaceByHashes(batch, options) };
  },
};

function positive(
  settings: ComponentSettings,
  key: string,
  luceneName: string,
  fallback: number,
): number {
  const text = settings.string(key);
  if (text === undefined) return fallback;
  const value = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= -(2 ** 31) && value < 2 ** 31)) {
    throw new ApiError('number_format_exception', `For input string: "${text}"`);
  }
  if (value > 0) return value;
  throw new ApiError('illegal_argument_exception', `${luceneName} must be greater than zero`);
}

function replaceByHashes(batch: TokenBatch, options: Options): void {
  const { tokens } = batch;
  if (tokens.length === 0) return;
  const end = tokens[tokens.length - 1].endOffset;
  const made: Token[] = [];
  for (let hash = 0; hash < options.hashes; hash++) {
    for (const words of leastHashes(tokens, hash, options)) {
      const token = newToken(termOf(words, hash, options.hashes), 0, end, 'MIN_HASH');
      token.positionIncrement = made.length === 0 ? 1 : 0;
      made.push(token);
    }
  }
  batch.tokens = made;
}

function leastHashes(tokens: readonly Token[], hash: number, options: Options): Words[] {
  const sets = new Map<number, Words[]>();
  const width = Math.ceil(2 ** 32 / options.buckets);
  const salt = saltOf(hash);
  for (const { term } of tokens) {
    const words = mixed(hashOfTerm(term), salt);
    const bucket = Math.floor(words[0] / width);
    const set = sets.get(bucket) ?? [];
    sets.set(bucket, set);
    addLeast(set, words, options.setSize);
  }
  const filled = [...sets].sort(([a], [b]) => a - b);
  if (!options.rotates || options.setSize !== 1) return filled.flatMap(([, words]) => words);
  let next = 0;
  return Array.from({ length: options.buckets }, (_, bucket) => {
    while (next < filled.length && filled[next][0] < bucket) next++;
    const [, [least]] = filled[next] ?? filled[0];
    return least;
  });
}

/**
 * Adds a hash as Lucene's set does: a hash that a full set already has still pushes the last one
 * out.
 */
function addLeast(set: Words[], words: Words, most: number): void {
  if (set.length >= most) {
    if (compareWords(words, set[set.length - 1]) >= 0) return;
    set.pop();
  }
  let at = set.length;
  while (at > 0 && compareWords(words, set[at - 1]) < 0) at--;
  if (at === 0 || compareWords(words, set[at - 1]) !== 0) set.splice(at, 0, words);
}

function compareWords(a: Words, b: Words): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3];
}

function lastHash(): Words {
  return [HASH[2], HASH[3], HASH[0], HASH[1]];
}

/** Java writes U+FFFD for half a surrogate pair; a term that is itself a hash may hold one. */
function hashOfTerm(given: string): Words {
  const term = given.toWellFormed();
  const bytes = new Uint8Array(term.length * 2);
  for (let i = 0; i < term.length; i++) {
    const unit = term.charCodeAt(i);
    bytes[2 * i] = unit;
    bytes[2 * i + 1] = unit >>> 8;
  }
  hashBytes(bytes);
  return lastHash();
}

/** The hash of the hash's number, as four bytes, the highest first. */
function saltOf(hash: number): Words {
  hashBytes(new Uint8Array([hash >>> 24, hash >>> 16, hash >>> 8, hash]));
  return lastHash();
}

const WORD = 2 ** 32;

/** Computes `hash * 37 + salt` for each half. */
function mixed(hash: Words, salt: Words): Words {
  const secondLow = hash[1] * 37 + salt[1];
  const firstLow = hash[3] * 37 + salt[3];
  return [
    (hash[0] * 37 + salt[0] + Math.floor(secondLow / WORD)) % WORD,
    secondLow % WORD,
    (hash[2] * 37 + salt[2] + Math.floor(firstLow / WORD)) % WORD,
    firstLow % WORD,
  ];
}

/**
 * Writes the hash as 16-bit characters. With several hashes, each term begins with the number of
 * its hash and holds fewer bits of it.
 */
function termOf(words: Words, hash: number, hashes: number): string {
  const units = words.flatMap((word) => [word >>> 16, word & 0xffff]);
  if (hashes === 1) return String.fromCharCode(...units);
  return String.fromCharCode(hash >>> 16, hash & 0xffff, ...units.slice(0, 6));
}
