/**
 * Values of any kind as small numbers, block by block, by which `composite` and `multi_terms`
 * combine them.
 */
import type { SegmentReader } from '@skein/search_library';
import type { Cells } from '../bucket/cells/cell_collector.js';
import { compareKeys, type Key } from '../bucket/merge_buckets.js';
import type { DocBlock } from '../collect/doc_block.js';
import { roomForWords, type Words } from '../collect/growable.js';
import { KeyTable } from '../collect/key_table.js';
import { type CellGrid, CellTable } from './cell_table.js';
import { type Box, geoSource, keepWithin } from './geo_source.js';
import { NumberRows } from './number_rows.js';
import type { NumberSource } from './number_source.js';
import type { NumberValues } from './number_values.js';
import type { GeoValues, TermValues } from './resolve_values.js';
import { TermRows } from './term_source.js';

export interface IdRows {
  readonly count: number;
  readonly rows: Uint32Array;
  readonly ids: Uint32Array;
}

export interface ValueIds {
  segment(reader: SegmentReader): (block: DocBlock) => IdRows;
  /** The key of a number; `null` for documents without a value. */
  key(id: number): Key | null;
  /** Compares the keys of two numbers, neither of which is `null`. */
  compare(a: number, b: number): number;
}

export function termIds({ source }: TermValues): ValueIds {
  const rows = new TermRows();
  return {
    segment(reader) {
      const read = source.segment(reader);
      return (block) => {
        read(block, rows);
        return rows;
      };
    },
    key: (id) => source.term(id),
    compare: (a, b) => source.compare(a, b),
  };
}

/** The rows of a block, which the next block overwrites. */
interface FoundRows {
  count: number;
  rows: Uint32Array;
  ids: Words;
}

const asDouble = new Float64Array(1);
const asWords = new Uint32Array(asDouble.buffer);

/** Reads numbers block by block; `assign` writes the id of each row. */
function reading(
  source: NumberSource,
  assign: (rows: NumberRows, ids: Words) => void,
): ValueIds['segment'] {
  const rows = new NumberRows();
  const found: FoundRows = { count: 0, rows: rows.rows, ids: new Uint32Array(0) };
  return (reader) => {
    const read = source.segment(reader);
    return (block) => {
      read(block, rows);
      found.ids = roomForWords(found.ids, rows.count);
      assign(rows, found.ids);
      found.count = rows.count;
      found.rows = rows.rows;
      return found;
    };
  };
}

/** The ids of plain numbers. */
export function numberIds({ source, numbers }: NumberValues): ValueIds {
  const table = new KeyTable();
  const keys: Key[] = [];
  const idOf = (value: number, long: bigint | undefined): number => {
    const isWide = long !== undefined && !Number.isSafeInteger(value);
    asDouble[0] = value + 0;
    const low = isWide ? Number(BigInt.asUintN(32, long)) : asWords[0];
    const high = isWide ? Number(BigInt.asUintN(32, long >> 32n)) : asWords[1];
    const id = table.bucket(isWide ? 1 : 0, low, high);
    if (id === keys.length) keys.push(isWide ? wideKey(long, numbers) : value + 0);
    return id;
  };
  return {
    segment: reading(source, ({ count, values, longs }, ids) => {
      for (let i = 0; i < count; i++) ids[i] = idOf(values[i], longs?.[i]);
    }),
    key: (id) => keys[id],
    compare: (a, b) => compareKeys(keys[a], keys[b]),
  };
}

function wideKey(long: bigint, numbers: NumberValues['numbers']): bigint {
  return numbers === 'unsigned_long' ? BigInt.asUintN(64, long) : long;
}

/**
 * The ids of the steps that numbers fall into. Several values of a document may fall into one step,
 * and each keeps its row.
 */
export function stepIds(source: NumberSource, cells: Cells): ValueIds {
  return {
    segment: reading(source, (rows, ids) => cells.assign(rows, ids)),
    key: (id) => cells.key(id),
    compare: (a, b) => cells.key(a) - cells.key(b),
  };
}

/** The ids of the cells that points are in. If there is a `box`, only points inside it count. */
export function cellIds(
  values: Pick<GeoValues, 'field' | 'missing'>,
  grid: CellGrid,
  box: Box | undefined,
): ValueIds {
  const cells = new CellTable(grid);
  const source = geoSource(values);
  const found: FoundRows = { count: 0, rows: new Uint32Array(0), ids: new Uint32Array(0) };
  return {
    segment(reader) {
      const read = source.segment(reader);
      return (block) => {
        const points = read(block);
        if (box !== undefined) keepWithin(box, points);
        found.ids = roomForWords(found.ids, points.count);
        found.rows = points.rows;
        found.count = points.count;
        cells.assign(points, undefined, found.ids);
        return found;
      };
    },
    key: (id) => cells.key(id),
    compare: (a, b) => cells.compare(a, b),
  };
}

/** Leaves out repeated values of a document, whose rows are adjacent. */
export function distinctIds(ids: ValueIds): ValueIds {
  return {
    ...rewritten(ids, ({ rows, ids: given, count }, into) => {
      makeRoom(into, count);
      let kept = 0;
      for (let i = 0; i < count; i++) {
        if (i > 0 && rows[i] === rows[i - 1] && given[i] === given[i - 1]) continue;
        into.rows[kept] = rows[i];
        into.ids[kept++] = given[i];
      }
      into.count = kept;
    }),
    key: (id) => ids.key(id),
    compare: (a, b) => ids.compare(a, b),
  };
}

/** Adds the number 0 for documents without a value; other numbers go up by 1. */
export function withMissingId(ids: ValueIds): ValueIds {
  return {
    ...rewritten(ids, ({ rows, ids: given, count }, into, docs) => {
      makeRoom(into, count + docs);
      let kept = 0;
      let at = 0;
      for (let i = 0; i < docs; i++) {
        const first = at;
        for (; at < count && rows[at] === i; at++) {
          into.rows[kept] = i;
          into.ids[kept++] = given[at] + 1;
        }
        if (at > first) continue;
        into.rows[kept] = i;
        into.ids[kept++] = 0;
      }
      into.count = kept;
    }),
    key: (id) => (id === 0 ? null : ids.key(id - 1)),
    compare: (a, b) => ids.compare(a - 1, b - 1),
  };
}

interface OwnIdRows extends FoundRows {
  rows: Words;
}

/** The rows that `rewrite` makes of those of each block of `docs` documents. */
function rewritten(
  ids: ValueIds,
  rewrite: (given: IdRows, into: OwnIdRows, docs: number) => void,
): Pick<ValueIds, 'segment'> {
  const into: OwnIdRows = { count: 0, rows: new Uint32Array(0), ids: new Uint32Array(0) };
  return {
    segment(reader) {
      const read = ids.segment(reader);
      return (block) => {
        rewrite(read(block), into, block.count);
        return into;
      };
    },
  };
}

function makeRoom(into: OwnIdRows, count: number): void {
  into.rows = roomForWords(into.rows, count);
  into.ids = roomForWords(into.ids, count);
}

export function noIds(): ValueIds {
  const none = { count: 0, rows: new Uint32Array(0), ids: new Uint32Array(0) };
  return { segment: () => () => none, key: () => null, compare: () => 0 };
}
