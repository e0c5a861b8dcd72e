/** Compares pages of combinations with a model that makes and sorts all of them. */
import type { SegmentReader } from '@skein/search_library';
import fc from 'fast-check';
import { Children } from '../../collect/children.js';
import type { DocBlock } from '../../collect/doc_block.js';
import type { IdRows, ValueIds } from '../../values/value_ids.js';
import { CompositeBuckets, type CompositeLevel } from './composite_buckets.js';

const BLOCK = 256;

/** The values of each document, which are also their ids. */
type Column = readonly (readonly number[])[];

function columnIds(column: Column): ValueIds {
  return {
    segment: () => (block) => rowsOf(column, block),
    key: (id) => id,
    compare: (a, b) => a - b,
  };
}

function rowsOf(column: Column, { docs, count }: DocBlock): IdRows {
  const rows: number[] = [];
  const ids: number[] = [];
  for (let i = 0; i < count; i++) {
    for (const id of column[docs[i]] ?? []) {
      rows.push(i);
      ids.push(id);
    }
  }
  return { count: rows.length, rows: Uint32Array.from(rows), ids: Uint32Array.from(ids) };
}

const NO_CHILDREN = new Children([]);

interface Page {
  readonly columns: readonly Column[];
  readonly descending: readonly boolean[];
  readonly size: number;
  readonly after: readonly number[] | undefined;
}

function levelsOf({ columns, descending, after }: Page): readonly CompositeLevel[] {
  return columns.map((column, i) => {
    const sign = descending[i] ? -1 : 1;
    const edge = after?.[i];
    return {
      ids: columnIds(column),
      compare: (a, b) => sign * (a - b),
      side: edge === undefined ? undefined : (id) => sign * (id - edge),
    };
  });
}

const WITHOUT_COLUMNS = { numbers: () => undefined } as unknown as SegmentReader;

function bucketsOf(page: Page, documents: number): CompositeBuckets {
  const buckets = new CompositeBuckets(levelsOf(page), page.size, true);
  buckets.segment(WITHOUT_COLUMNS);
  for (let from = 0; from < documents; from += BLOCK) {
    const count = Math.min(BLOCK, documents - from);
    const docs = Uint32Array.from({ length: count }, (_, i) => from + i);
    const block = { count, docs, owners: new Uint32Array(count), scores: undefined };
    buckets.collect(block, NO_CHILDREN);
  }
  return buckets;
}

function collected(page: Page, documents: number): [string, number][] {
  const buckets = bucketsOf(page, documents);
  return Array.from(buckets.best(), (bucket) => [
    buckets.tuple(bucket).join(),
    buckets.counts[bucket],
  ]);
}

function modelled(
  { columns, descending, size, after }: Page,
  documents: number,
): [string, number][] {
  const compare = (a: readonly number[], b: readonly number[]): number => {
    for (let i = 0; i < a.length; i++) {
      const order = (a[i] - b[i]) * (descending[i] ? -1 : 1);
      if (order !== 0) return order;
    }
    return 0;
  };
  const counts = new Map<string, { tuple: readonly number[]; count: number }>();
  for (let doc = 0; doc < documents; doc++) {
    let tuples: number[][] = [[]];
    for (const column of columns) {
      tuples = tuples.flatMap((tuple) => (column[doc] ?? []).map((id) => [...tuple, id]));
    }
    for (const tuple of tuples) {
      if (after !== undefined && compare(tuple, after) <= 0) continue;
      const known = counts.get(tuple.join());
      if (known === undefined) counts.set(tuple.join(), { tuple, count: 1 });
      else known.count++;
    }
  }
  return [...counts.values()]
    .sort((a, b) => compare(a.tuple, b.tuple))
    .slice(0, size)
    .map(({ tuple, count }) => [tuple.join(), count]);
}

test('a page has the first buckets behind its edge, whatever comes first', () => {
  const LEVELS = 3;
  const documents = fc.integer({ min: 0, max: 2000 });
  const shape = fc.record({
    documents,
    seed: fc.integer(),
    widths: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: LEVELS }),
    /** The greatest number of values of a document. */
    most: fc.integer({ min: 1, max: 3 }),
    size: fc.integer({ min: 1, max: 60 }),
    descending: fc.array(fc.boolean(), { minLength: LEVELS, maxLength: LEVELS }),
    after: fc.option(fc.array(fc.nat({ max: 40 }), { minLength: LEVELS, maxLength: LEVELS })),
  });
  fc.assert(
    fc.property(shape, ({ documents: total, seed, widths, most, size, descending, after }) => {
      let state = seed;
      const next = (below: number): number => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
        return ((state >>> 8) * below) >>> 24;
      };
      const columns = widths.map((width) =>
        Array.from({ length: total }, () => {
          const count = most === 1 ? 1 : next(most + 1);
          return [...new Set(Array.from({ length: count }, () => next(width)))].sort(
            (a, b) => a - b,
          );
        }),
      );
      const edge = after === null ? undefined : after.slice(0, widths.length);
      const page = { columns, descending, size, after: edge };
      expect(collected(page, total)).toEqual(modelled(page, total));
    }),
    { numRuns: 60 },
  );
});

test('buckets behind a full page are not made, but for a few until it is chosen again', () => {
  const documents = 10_000;
  // Each value occurs once, in an order without a trend: 7,919 and 10,000 are coprime.
  const column = Array.from({ length: documents }, (_, doc) => [(doc * 7_919) % documents]);
  const page = { columns: [column], descending: [false], size: 5, after: undefined };
  expect(collected(page, documents)).toEqual(['0', '1', '2', '3', '4'].map((key) => [key, 1]));
  expect(bucketsOf(page, documents).size).toBeLessThan(2 * BLOCK);
});
