/**
 * Finds the documents of an ordinal column whose slot is in a set, many documents at a time. The
 * set is a table with one byte per slot: 1 is in it. Each array type has its own loop on purpose:
 * a loop that has seen several types is many times slower.
 */
import type { OrdinalColumn } from '../../index/segment_reader.js';
import type { Window } from './slot_range.js';

export type OrdinalSlots = Exclude<OrdinalColumn['slots'], undefined>;

/** Sets the words of the window to the documents in the set. */
export function markWanted(slots: OrdinalSlots, wanted: Uint8Array, window: Window): void {
  if (slots instanceof Uint8Array) markU8(slots, wanted, window);
  else if (slots instanceof Uint16Array) markU16(slots, wanted, window);
  else markU32(slots, wanted, window);
}

function markU8(slots: Uint8Array, wanted: Uint8Array, { from, to, words }: Window): void {
  for (let start = from, at = 0; start < to; start += 32, at++) {
    const end = Math.min(start + 32, to);
    let word = 0;
    for (let doc = start; doc < end; doc++) word |= wanted[slots[doc]] << (doc & 31);
    words[at] = word;
  }
}

function markU16(slots: Uint16Array, wanted: Uint8Array, { from, to, words }: Window): void {
  for (let start = from, at = 0; start < to; start += 32, at++) {
    const end = Math.min(start + 32, to);
    let word = 0;
    for (let doc = start; doc < end; doc++) word |= wanted[slots[doc]] << (doc & 31);
    words[at] = word;
  }
}

function markU32(slots: Uint32Array, wanted: Uint8Array, { from, to, words }: Window): void {
  for (let start = from, at = 0; start < to; start += 32, at++) {
    const end = Math.min(start + 32, to);
    let word = 0;
    for (let doc = start; doc < end; doc++) word |= wanted[slots[doc]] << (doc & 31);
    words[at] = word;
  }
}

/** Keeps those of the first `count` documents in the set, in order; returns their number. */
export function keepWanted(
  slots: OrdinalSlots,
  wanted: Uint8Array,
  docs: Uint32Array,
  count: number,
): number {
  if (slots instanceof Uint8Array) return keepU8(slots, wanted, docs, count);
  if (slots instanceof Uint16Array) return keepU16(slots, wanted, docs, count);
  return keepU32(slots, wanted, docs, count);
}

function keepU8(slots: Uint8Array, wanted: Uint8Array, docs: Uint32Array, count: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    if (wanted[slots[doc]] === 1) docs[kept++] = doc;
  }
  return kept;
}

function keepU16(slots: Uint16Array, wanted: Uint8Array, docs: Uint32Array, count: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    if (wanted[slots[doc]] === 1) docs[kept++] = doc;
  }
  return kept;
}

function keepU32(slots: Uint32Array, wanted: Uint8Array, docs: Uint32Array, count: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    if (wanted[slots[doc]] === 1) docs[kept++] = doc;
  }
  return kept;
}
