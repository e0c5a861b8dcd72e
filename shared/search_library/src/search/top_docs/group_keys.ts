/** Groups documents by the single value of a column. */
import { utf8Decode } from '@skein/bytes';
import type { SegmentReader } from '../../index/segment_reader.js';
import type { GroupKey } from '../results.js';
import type { GroupOf } from '../search_options.js';

export interface GroupField {
  readonly field: string;
  readonly column: 'long' | 'double' | 'ordinal';
  /** Throws, since a document with several values has no group. */
  readonly refuseSeveral: (doc: number) => never;
}

export function groupByField(by: GroupField): GroupOf {
  return (segment) =>
    by.column === 'ordinal' ? termGroups(segment, by) : numberGroups(segment, by);
}

function termGroups(segment: SegmentReader, { field, refuseSeveral }: GroupField) {
  const column = segment.ordinals(field);
  if (column === undefined) return () => null;
  const { slots } = column;
  const texts = new Map<number, string>();
  const textOf = (ordinal: number): string => {
    const known = texts.get(ordinal);
    if (known !== undefined) return known;
    const text = utf8Decode(column.term(ordinal));
    texts.set(ordinal, text);
    return text;
  };
  if (slots !== undefined) {
    return (doc: number): GroupKey => {
      const slot = slots[doc];
      return slot === 0 ? null : textOf(slot - 1);
    };
  }
  return (doc: number): GroupKey => {
    const count = column.valueCount(doc);
    if (count > 1) refuseSeveral(doc);
    return count === 0 ? null : textOf(column.ordinal(doc, 0));
  };
}

function numberGroups(segment: SegmentReader, { field, column: kind, refuseSeveral }: GroupField) {
  const column = segment.numbers(field);
  if (column === undefined) return () => null;
  const isExact = kind === 'long' && column.wide;
  return (doc: number): GroupKey => {
    const count = column.valueCount(doc);
    if (count === 0) return null;
    if (count > 1) refuseSeveral(doc);
    if (!isExact) return column.value(doc, 0);
    const exact = column.exact(doc, 0);
    const number = Number(exact);
    return Number.isSafeInteger(number) ? number : exact;
  };
}
