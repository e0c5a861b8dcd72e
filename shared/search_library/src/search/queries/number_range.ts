/**
 * Matches documents with a number between two others, both inclusive. Every match scores the boost.
 * A selective range is answered by the points; a broad one, or one that only checks a few
 * documents, by the column.
 */
import type {
  DocIterator,
  NumberColumn,
  PointsReader,
  SegmentReader,
} from '../../index/segment_reader.js';
import { slotFilter } from '../columns/range_filter.js';
import { type ColumnRange, rangeWindows } from '../columns/range_windows.js';
import { slotRange } from '../columns/slot_range.js';
import { WindowDocs } from '../columns/window_docs.js';
import { type DocSet, docSetWeight } from '../doc_set_weight.js';
import { BitSetIterator, countBits, requestBitSet } from '../iterators/bit_set.js';
import { FilteredDocs } from '../iterators/filtered_docs.js';
import { BlockKernels } from '../kernels/block_kernels.js';
import { type KernelNode, type KernelRange, NOTHING } from '../kernels/kernel_node.js';
import type { Query } from '../query.js';
import { greatestDouble, leastDouble } from './double_bounds.js';
import { matchNoneQuery } from './match_none.js';
import { isWide, type NumberBounds, scanRange } from './number_columns.js';
import { asItIs, eitherText, explainedAs } from './number_text.js';

const MAX_SLOT = 2 ** 32 - 1;

/** Cost of visiting one value of the points, in documents scanned in the column. */
const POINT_COST = 4;

/** The text of a missing bound, and whether the field has both points and a column. */
interface RangeWords {
  readonly least: number | bigint | string;
  readonly greatest: number | bigint | string;
  readonly hasBoth: boolean;
  /** Converts a bound for output; absent: it is printed as it is. */
  readonly shown?: (bound: number | bigint) => number | bigint;
  /** Prints a bound of the points; absent: as in the column. */
  readonly point?: (bound: number) => string;
  /** The text of a range that ends before it starts. */
  readonly empty?: string;
}

const PLAIN_WORDS: RangeWords = { least: '*', greatest: '*', hasBoth: false };

export function numberRangeQuery(
  field: string,
  lower: number | bigint | undefined,
  upper: number | bigint | undefined,
  { least, greatest, hasBoth, shown = asItIs, point, empty = '' }: RangeWords = PLAIN_WORDS,
): Query {
  const from = lower === undefined ? least : shown(lower);
  const to = upper === undefined ? greatest : shown(upper);
  const text = `${field}:[${from} TO ${to}]`;
  const bounds: NumberBounds = {
    lower: lower ?? Number.NEGATIVE_INFINITY,
    upper: upper ?? Number.POSITIVE_INFINITY,
  };
  const query: Query = {
    kind: 'number_range',
    hasFewNumbers: true,
    isByField: true,
    profileName: hasBoth ? 'IndexOrDocValuesQuery' : 'PointRangeQuery',
    toString: () => {
      if (!hasBoth) return text;
      if (point === undefined) return eitherText(text);
      const [first, last] = [Number(bounds.lower), Number(bounds.upper)].map(point);
      return eitherText(`${field}:[${first} TO ${last}]`, text);
    },
    rewrite: () => (bounds.lower <= bounds.upper ? query : matchNoneQuery(empty)),
    createWeight: (searcher, _needsScores, boost) =>
      explainedAs(
        text,
        docSetWeight(
          {
            docSet: (segment) =>
              docsInRange(segment, field, {
                ...bounds,
                kernels: BlockKernels.over(searcher, segment),
              }),
            kernel: (segment) => rangeNode(segment, field, bounds),
            count: (segment) => countInRange(segment, field, bounds),
            selection: { bounds: [{ field, ...bounds }], complete: true },
          },
          boost,
        ),
      ),
  };
  return query;
}

/** The number of matches, which is known if every document has at most one value. */
function countInRange(segment: SegmentReader, field: string, bounds: NumberBounds): number {
  const points = segment.points(field);
  if (points === undefined || segment.liveDocs !== null) return -1;
  if (points.count !== points.docCount) return -1;
  return points.countRange(bounds.lower, bounds.upper);
}

function docsInRange(
  segment: SegmentReader,
  field: string,
  { kernels, ...bounds }: NumberBounds & { readonly kernels: BlockKernels | undefined },
): DocSet | null {
  const { maxDoc } = segment;
  const column = segment.numbers(field);
  const points = segment.points(field);
  const inRange = points?.countRange(bounds.lower, bounds.upper) ?? maxDoc;
  if (inRange === 0) return null;
  const range = column && columnRange(column, bounds);
  const byColumn =
    column &&
    ((): DocIterator => {
      if (range !== undefined) return new WindowDocs(rangeWindows(range, kernels), maxDoc);
      const scan = scanRange(column, isWide(segment, field, column), bounds);
      return new FilteredDocs(scan, maxDoc);
    });
  const byPoints = points && (() => visitedDocs(points, bounds, maxDoc));
  const cheapest = (leadCost: number): typeof byColumn =>
    inRange * POINT_COST <= Math.min(leadCost, maxDoc) ? byPoints : byColumn;
  const any = byColumn ?? byPoints;
  if (any === undefined) return null;
  return {
    cost: Math.min(inRange, maxDoc),
    docs: (leadCost) => (cheapest(leadCost) ?? any)(),
    filter: range && slotFilter(range.slots, range.range),
  };
}

/** The range for a column with at most one value per document. */
function columnRange(column: NumberColumn, bounds: NumberBounds): ColumnRange | undefined {
  const { slots } = column;
  const lower = leastDouble(bounds.lower);
  const upper = greatestDouble(bounds.upper);
  const range = slots && slotRange(column, slots, lower, upper);
  return range && { column, slots, lower, upper, range };
}

/** The kernel's range for columns of integers in 1, 2 or 4 bytes. */
function rangeNode(
  segment: SegmentReader,
  field: string,
  bounds: NumberBounds,
): KernelNode | undefined {
  const column = segment.numbers(field);
  if (column === undefined) return segment.points(field) === undefined ? NOTHING : undefined;
  const { slots, blockBounds: blocks } = column;
  if (slots === undefined || blocks === undefined) return undefined;
  const { raw, presence } = slots;
  if (raw instanceof Float32Array || raw instanceof Float64Array) return undefined;
  const found = columnRange(column, bounds);
  if (found === undefined) return NOTHING;
  const { range, lower, upper } = found;
  return {
    kind: 'range',
    values: raw.byteOffset,
    width: widthOf(raw),
    lower: Math.max(range.low, 0),
    upper: Math.min(range.high, MAX_SLOT),
    presence: presence?.byteOffset ?? 0,
    bounds: { blocks, lower, upper },
    ...byPoints(segment.points(field), bounds),
  };
}

function widthOf(raw: Uint8Array | Uint16Array | Uint32Array): KernelRange['width'] {
  if (raw instanceof Uint8Array) return 1;
  return raw instanceof Uint16Array ? 2 : 4;
}

function byPoints(
  points: PointsReader | undefined,
  { lower, upper }: NumberBounds,
): Pick<KernelRange, 'docs'> {
  const find = points?.docsOfRange?.bind(points);
  if (find === undefined) return {};
  return {
    docs() {
      const range = find(lower, upper);
      return { kind: 'docs', cost: range.to - range.from, mark: (bits) => bits.addRange(range) };
    },
  };
}

function visitedDocs(points: PointsReader, bounds: NumberBounds, maxDoc: number): DocIterator {
  const words = requestBitSet(maxDoc);
  points.markRange(bounds.lower, bounds.upper, words);
  return new BitSetIterator(words, countBits(words));
}
