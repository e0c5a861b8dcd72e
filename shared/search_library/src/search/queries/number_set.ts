/** Matches documents with any of a set of numbers. Every match scores the boost. */

import type { NumberColumn, PointsReader, SegmentReader } from '../../index/segment_reader.js';
import { takeMemory } from '../../memory/request_memory.js';
import { type DocSet, docSetWeight } from '../doc_set_weight.js';
import { BitSetIterator, countBits, requestBitSet } from '../iterators/bit_set.js';
import { type DocScan, FilteredDocs, scanOf } from '../iterators/filtered_docs.js';
import type { Query } from '../query.js';
import { isWide, scanExact } from './number_columns.js';
import { asItIs, eitherText, explainedAs, longSetText } from './number_text.js';

/** Estimated memory, in bytes, of one number in all lists and sets that a query makes of it. */
const NUMBER_BYTES = 48;

/** Says how `toString` and explanations print the query, which is as Lucene prints it. */
interface SetWords {
  /** True for a query of one number, which Lucene prints as a range. */
  readonly isTerm?: boolean;
  /** True if the field has points and a column: Lucene then prints one query for each. */
  readonly hasBoth?: boolean;
  /** Converts a number to the one that Lucene prints; absent: it prints the number itself. */
  readonly shown?: (value: number | bigint) => number | bigint;
  /** Prints a number in the query on the points; absent: as in the query on the column. */
  readonly point?: (value: number) => string;
}

export function numberSetQuery(
  field: string,
  values: readonly (number | bigint)[],
  { isTerm = false, hasBoth = false, shown = asItIs, point }: SetWords = {},
): Query {
  takeMemory(values.length * NUMBER_BYTES, '<terms>');
  const distinct = [...new Set(values)];
  const words = distinct.map(shown);
  const setText = (shownWords: readonly (number | bigint | string)[]) =>
    isTerm
      ? `${field}:[${shownWords[0]} TO ${shownWords[0]}]`
      : `${field}:{${shownWords.join(' ')}}`;
  const text = setText(words);
  const explained = isTerm || !words.every(isWhole) ? text : `${field}: ${longSetText(words)}`;
  const query: Query = {
    kind: 'number_set',
    isByField: true,
    profileName: 'IndexOrDocValuesQuery',
    toString() {
      if (!hasBoth) return text;
      const points = point === undefined ? words : distinct.map(Number);
      const sorted = points.toSorted((a, b) => (a < b ? -1 : 1));
      const read = point === undefined ? sorted : sorted.map((each) => point(Number(each)));
      return eitherText(setText(read), explained);
    },
    rewrite: () => query,
    createWeight: (_searcher, _needsScores, boost) =>
      explainedAs(
        explained,
        docSetWeight({ docSet: (segment) => docsInSet(segment, field, distinct) }, boost),
      ),
  };
  return query;
}

const isWhole = (value: number | bigint): boolean =>
  typeof value === 'bigint' || Number.isSafeInteger(value);

function docsInSet(
  segment: SegmentReader,
  field: string,
  values: readonly (number | bigint)[],
): DocSet | null {
  const { maxDoc } = segment;
  const points = segment.points(field);
  if (points !== undefined) return docsOfPoints(points, values, maxDoc);
  const column = segment.numbers(field);
  if (column === undefined) return null;
  const scan = isWide(segment, field, column)
    ? scanExactSet(column, values)
    : scanSet(column, values);
  return { cost: maxDoc, docs: () => new FilteredDocs(scan, maxDoc) };
}

function docsOfPoints(
  points: PointsReader,
  values: readonly (number | bigint)[],
  maxDoc: number,
): DocSet | null {
  let total = 0;
  for (const value of values) total += points.countRange(value, value);
  if (total === 0) return null;
  return {
    cost: Math.min(total, maxDoc),
    docs() {
      const words = requestBitSet(maxDoc);
      for (const value of values) points.markRange(value, value, words);
      return new BitSetIterator(words, countBits(words));
    },
  };
}

function scanSet(column: NumberColumn, values: readonly (number | bigint)[]): DocScan {
  // The column's values are doubles here, so a bigint that no double equals cannot be among them. A
  // Set treats -0 and 0 as one key.
  const isDouble = (value: number | bigint): boolean =>
    typeof value === 'number' || BigInt(Number(value)) === value;
  const wanted = new Set(values.filter(isDouble).map(Number));
  return scanOf((doc) => {
    const count = column.valueCount(doc);
    for (let i = 0; i < count; i++) if (wanted.has(column.value(doc, i))) return true;
    return false;
  });
}

function scanExactSet(column: NumberColumn, values: readonly (number | bigint)[]): DocScan {
  const integers = values.filter((value) => typeof value === 'bigint' || Number.isInteger(value));
  const wanted = new Set(integers.map(BigInt));
  return scanExact(column, (value) => wanted.has(value));
}
