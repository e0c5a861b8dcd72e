/**
 * Maps values to the steps of a histogram: by arithmetic if steps have equal length, by a table if
 * they differ, and by a hash if the bounds of the values are unknown.
 */
import { firstWhere } from '@skein/base';
import { KeyTable } from '../../collect/key_table.js';
import type { DateRounding } from '../../rounding/date_rounding.js';
import { type Cells, NO_CELL } from '../cells/cell_collector.js';

/** The limit on the number of cells, which are 32-bit words. */
const MAX_CELLS = 2 ** 31;
/** The greatest number of steps in a table; more steps are hashed. */
const MAX_TABLE = 1 << 16;

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/**
 * Bounds outside of which keys do not count. Dates at the upper bound do not count either. Keys of
 * numbers are compared without their offset, as in OpenSearch.
 */
export interface HardBounds {
  readonly min: number;
  readonly max: number;
}

const EVERYTHING: HardBounds = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };

interface DateSteps {
  readonly rounding: DateRounding;
  readonly bounds: Bounds | undefined;
  readonly hard: HardBounds | undefined;
}

export function dateCells({ rounding, bounds, hard = EVERYTHING }: DateSteps): Cells {
  if (bounds === undefined) return hashedCells((value) => rounding.round(value), hard);
  const { fixedMs } = rounding;
  const first = rounding.round(bounds.min);
  if (fixedMs !== undefined && (bounds.max - first) / fixedMs < MAX_CELLS) {
    const count = Math.floor((bounds.max - first) / fixedMs) + 1;
    return equalCells({ first, length: fixedMs, count }, hard);
  }
  const starts = fixedMs === undefined ? tableOf(rounding, bounds) : undefined;
  if (starts === undefined) return hashedCells((value) => rounding.round(value), hard);
  return tableCells(starts, hard);
}

/** True if the key of a date is within the bounds. */
function isWithin(key: number, { min, max }: HardBounds): boolean {
  return key >= min && key < max;
}

interface EqualSteps {
  /** The key of cell 0. */
  readonly first: number;
  readonly length: number;
  readonly count: number;
}

/** The greatest number of steps whose starts are listed for kernels. */
const MAX_STARTS = 4096;

/** The starts of steps; `undefined` if there are too many, or if they are not whole numbers. */
function startsOf({ first, length, count }: EqualSteps): Float64Array | undefined {
  const isWhole = Number.isSafeInteger(first) && Number.isSafeInteger(length);
  if (!isWhole || count > MAX_STARTS) return undefined;
  return Float64Array.from({ length: count }, (_, i) => first + i * length);
}

function equalCells(equal: EqualSteps, hard: HardBounds): Cells {
  const { first, length } = equal;
  const isBounded = hard !== EVERYTHING;
  return {
    starts: isBounded ? undefined : startsOf(equal),
    isTotal: !isBounded,
    assign({ values, count }, cells) {
      for (let i = 0; i < count; i++) cells[i] = Math.floor((values[i] - first) / length);
      if (!isBounded) return;
      for (let i = 0; i < count; i++) {
        const key = first + cells[i] * length;
        if (!isWithin(key, hard)) cells[i] = NO_CELL;
      }
    },
    key: (cell) => first + cell * length,
    steps: {
      of: (value) => Math.floor((value - first) / length),
      isShown: (cell) => isWithin(first + cell * length, hard),
    },
  };
}

function tableOf(rounding: DateRounding, { min, max }: Bounds): Float64Array | undefined {
  const starts: number[] = [];
  for (let start = rounding.round(min); start <= max; start = rounding.next(start)) {
    if (starts.length === MAX_TABLE) return undefined;
    starts.push(start);
  }
  return Float64Array.from(starts);
}

function tableCells(starts: Float64Array, hard: HardBounds): Cells {
  const first = starts[0];
  const last = starts.length - 1;
  // Steps are nearly equally long: a guess is off by one or two.
  const perMs = last === 0 ? 0 : last / (starts[last] - first);
  const isBounded = hard !== EVERYTHING;
  return {
    starts: isBounded ? undefined : starts,
    isTotal: !isBounded,
    assign({ values, count }, cells) {
      // Documents are often nearly in the order of their time, so the last step is tried first.
      let at = 0;
      let from = first;
      let to = last === 0 ? Number.POSITIVE_INFINITY : starts[1];
      for (let i = 0; i < count; i++) {
        const value = values[i];
        if (value < from || value >= to) {
          at = Math.max(0, Math.min(last, ((value - first) * perMs) | 0));
          while (at > 0 && value < starts[at]) at--;
          while (at < last && value >= starts[at + 1]) at++;
          from = at === 0 ? Number.NEGATIVE_INFINITY : starts[at];
          to = at === last ? Number.POSITIVE_INFINITY : starts[at + 1];
        }
        cells[i] = at;
      }
      if (!isBounded) return;
      for (let i = 0; i < count; i++) {
        const key = starts[cells[i]];
        if (!isWithin(key, hard)) cells[i] = NO_CELL;
      }
    },
    key: (cell) => starts[cell],
    steps: {
      of: (value) => Math.max(0, firstWhere(starts.length, (i) => starts[i] > value) - 1),
      isShown: (cell) => isWithin(starts[cell], hard),
    },
  };
}

const asDouble = new Float64Array(1);
const asWords = new Uint32Array(asDouble.buffer);

export function hashedCells(
  keyOf: (value: number) => number,
  hard: HardBounds = EVERYTHING,
): Cells {
  const table = new KeyTable();
  const keys: number[] = [];
  return {
    isTotal: false,
    assign({ values, count }, cells) {
      for (let i = 0; i < count; i++) {
        const key = keyOf(values[i]) + 0;
        if (!(key >= hard.min && key < hard.max)) {
          cells[i] = NO_CELL;
          continue;
        }
        asDouble[0] = key;
        const cell = table.bucket(0, asWords[0], asWords[1]);
        if (cell === keys.length) keys.push(key);
        cells[i] = cell;
      }
    },
    key: (cell) => keys[cell],
  };
}

/** Steps of a number: keys are `floor((value - offset) / interval) * interval + offset`. */
export function numberCells(
  { interval, offset }: { readonly interval: number; readonly offset: number },
  bounds: Bounds | undefined,
  hard: HardBounds = EVERYTHING,
): Cells {
  const stepOf = (value: number): number => Math.floor((value - offset) / interval);
  const base = bounds && stepOf(bounds.min);
  if (bounds === undefined || base === undefined || !(stepOf(bounds.max) - base < MAX_CELLS)) {
    const steps = hashedCells(stepOf);
    return withBounds(
      { isTotal: false, assign: steps.assign, key: (cell) => steps.key(cell) * interval + offset },
      { hard, keyOf: (cell) => steps.key(cell) * interval },
    );
  }
  const equal = {
    first: base * interval + offset,
    length: interval,
    count: stepOf(bounds.max) - base + 1,
  };
  return withBounds(
    {
      starts: hard === EVERYTHING ? startsOf(equal) : undefined,
      isTotal: true,
      assign({ values, count }, cells) {
        for (let i = 0; i < count; i++) {
          cells[i] = Math.floor((values[i] - offset) / interval) - base;
        }
      },
      key: (cell) => (cell + base) * interval + offset,
      steps: { of: (value) => stepOf(value) - base, isShown: () => true },
    },
    { hard, keyOf: (cell) => (cell + base) * interval },
  );
}

interface Limit {
  readonly hard: HardBounds;
  /** The number of a cell that is compared with the bounds. */
  readonly keyOf: (cell: number) => number;
}

function withBounds(cells: Cells, { hard, keyOf }: Limit): Cells {
  if (hard === EVERYTHING) return cells;
  const isWithin = (key: number): boolean => key >= hard.min && key <= hard.max;
  return {
    isTotal: false,
    assign(rows, to) {
      cells.assign(rows, to);
      for (let i = 0; i < rows.count; i++) {
        if (to[i] === NO_CELL) continue;
        if (!isWithin(keyOf(to[i]))) to[i] = NO_CELL;
      }
    },
    key: cells.key,
    ...(cells.steps && {
      steps: {
        of: cells.steps.of,
        isShown: (cell) => isWithin(keyOf(cell)),
      },
    }),
  };
}
