/** The index sort at the end of a segment's directory: a name and a byte of flags per key. */
import type { ByteReader, ByteWriter } from '@skein/bytes';
import type { IndexSort, IndexSortField } from '../../index/index_sort.js';

const REVERSE = 1;
const MAX = 2;
const MISSING_FIRST = 4;
const NUMBER = 8;
const INTEGRAL = 16;
const UNSIGNED = 32;

export function writeIndexSort(out: ByteWriter, sort: IndexSort): void {
  for (const key of sort) {
    out.string(key.field);
    out.u8(flagsOf(key));
  }
}

export function readIndexSort(reader: ByteReader, keys: number): IndexSort {
  return Array.from({ length: keys }, () => sortField(reader.string(), reader.u8()));
}

function flagsOf(key: IndexSortField): number {
  let flags = 0;
  if (key.reverse) flags |= REVERSE;
  if (key.mode === 'max') flags |= MAX;
  if (key.missing === 'first') flags |= MISSING_FIRST;
  if (key.kind === 'ordinal') return flags;
  flags |= NUMBER;
  if (key.integral) flags |= INTEGRAL;
  return key.unsigned ? flags | UNSIGNED : flags;
}

function sortField(field: string, flags: number): IndexSortField {
  const key = {
    field,
    reverse: (flags & REVERSE) !== 0,
    mode: (flags & MAX) !== 0 ? 'max' : 'min',
    missing: (flags & MISSING_FIRST) !== 0 ? 'first' : 'last',
  } as const;
  if ((flags & NUMBER) === 0) return { kind: 'ordinal', ...key };
  const integral = (flags & INTEGRAL) !== 0;
  return { kind: 'number', integral, unsigned: (flags & UNSIGNED) !== 0, ...key };
}
