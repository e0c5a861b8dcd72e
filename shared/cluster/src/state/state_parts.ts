/**
 * A cluster state as bytes. It consists of parts, each one thing under a key (`index/logs`,
 * `routing/logs`, `node/…`) and encoded by itself. So a change is sent and stored as the changed
 * parts, and the hash of the state is the sum of the hashes of its parts: the cost of both depends
 * only on the size of the change.
 */
import { atOnce } from '@skein/base';
import { ByteReader, ByteWriter, crc32, utf8 } from '@skein/bytes';

/**
 * Parts by key. The bytes of a part never change; an unchanged part is the same object in the next
 * state.
 */
export type StateParts = ReadonlyMap<string, Uint8Array>;

export interface PartsChange {
  readonly changed: readonly (readonly [key: string, bytes: Uint8Array])[];
  readonly removed: readonly string[];
}

export const NO_PARTS: StateParts = new Map();

/**
 * The difference between two states. Parts are compared by identity, since a codec returns the same
 * object for an unchanged part.
 */
export function changeOfParts(before: StateParts, after: StateParts): PartsChange {
  const changed = [...after].filter(([key, bytes]) => before.get(key) !== bytes);
  const removed = [...before.keys()].filter((key) => !after.has(key));
  return { changed, removed };
}

export function applyPartsChange(
  before: StateParts,
  { changed, removed }: PartsChange,
): StateParts {
  const after = new Map(before);
  for (const key of removed) after.delete(key);
  for (const [key, bytes] of changed) after.set(key, bytes);
  return after;
}

export function encodePartsChange(change: PartsChange): Uint8Array {
  return atOnce(encodingPartsChange(change));
}

/** Encodes a change. Yields after each part. */
export function* encodingPartsChange({
  changed,
  removed,
}: PartsChange): Generator<void, Uint8Array> {
  const size = changed.reduce((sum, [key, { length }]) => sum + 3 * key.length + length + 8, 4096);
  const writer = new ByteWriter(size);
  writer.varint(removed.length);
  for (const key of removed) writer.string(key);
  writer.varint(changed.length);
  for (const [key, bytes] of changed) {
    writer.string(key);
    writer.byteArray(bytes);
    yield;
  }
  return writer.view();
}

/** Decodes a change. The parts are copies, so they do not keep `bytes` alive. */
export function decodePartsChange(bytes: Uint8Array): PartsChange {
  return atOnce(decodingPartsChange(bytes));
}

/** Decodes a change. Yields after each part. */
export function* decodingPartsChange(bytes: Uint8Array): Generator<void, PartsChange> {
  const reader = new ByteReader(bytes);
  const removed = Array.from({ length: reader.varint() }, () => reader.string());
  const count = reader.varint();
  const changed: (readonly [string, Uint8Array])[] = [];
  while (changed.length < count) {
    changed.push([reader.string(), reader.byteArray().slice()]);
    yield;
  }
  return { changed, removed };
}

/**
 * Hashes each part by itself and caches the hash, so that `hashOfParts` only adds. Yields after
 * each part.
 */
export function* hashingParts(parts: StateParts): Generator<void, void> {
  for (const [key, bytes] of parts) {
    if (hashes.get(bytes)?.key === key) continue;
    hashOfPart(key, bytes);
    yield;
  }
}

/** The hash of all parts: 64 bits as text, independent of the order of the parts. */
export function hashOfParts(parts: StateParts): string {
  let low = 0;
  let high = 0;
  for (const [key, bytes] of parts) {
    const hash = hashOfPart(key, bytes);
    low = (low + hash.low) >>> 0;
    high = (high + hash.high) >>> 0;
  }
  return hex(high) + hex(low);
}

interface PartHash {
  readonly low: number;
  readonly high: number;
}

const hashes = new WeakMap<Uint8Array, PartHash & { readonly key: string }>();

function hashOfPart(key: string, bytes: Uint8Array): PartHash {
  const known = hashes.get(bytes);
  if (known?.key === key) return known;
  const name = utf8(key);
  const low = Math.imul(crc32(bytes) ^ Math.imul(crc32(name), FNV_PRIME), FNV_PRIME) >>> 0;
  const made = { key, low, high: fnv1a(bytes, fnv1a(name, FNV_BASIS)) };
  hashes.set(bytes, made);
  return made;
}

const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

function fnv1a(bytes: Uint8Array, start: number): number {
  let hash = start;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), FNV_PRIME);
  return hash >>> 0;
}

function hex(word: number): string {
  return word.toString(16).padStart(8, '0');
}
