/**
 * Segments whose documents are sorted (`index.sort.*`) by the leading sources of a `composite`.
 * Documents then come in the order of their buckets, so a page begins at its edge and, once it is
 * full, ends at its last bucket. Both places are found by binary search. OpenSearch's
 * `CompositeAggregator` uses Lucene's index sorting in the same way.
 */
import { firstWhere } from '@skein/base';
import { type IndexSortField, NO_MORE_DOCS, type SegmentReader } from '@skein/search_library';
import type { AggregationMapping } from '../../aggregation_shard.js';
import type { DocBlock } from '../../collect/doc_block.js';
import type { CompositeSource } from '../../options/composite_sources.js';
import type { IdRows } from '../../values/value_ids.js';
import type { CompositeLevel } from './composite_buckets.js';
import type { BoundSource } from './composite_values.js';

/** The index order that a source needs for its buckets to come in order. */
export interface SourceOrder {
  readonly field: string;
  readonly descending: boolean;
  /**
   * True if each bucket is one value of the index, so that the documents of a bucket are in the
   * order of the following sources.
   */
  readonly isExact: boolean;
}

/** The orders of the leading sources that can have one. */
export function sourceOrders(
  sources: readonly CompositeSource[],
  bound: readonly BoundSource[],
  mapping: AggregationMapping,
): readonly SourceOrder[] {
  const found: SourceOrder[] = [];
  for (const [i, source] of sources.entries()) {
    const order = orderOf(source, bound[i], mapping);
    if (order === undefined) break;
    found.push(order);
    if (!order.isExact) break;
  }
  return found;
}

function orderOf(
  { by, field, script, missing, missingBucket, descending }: CompositeSource,
  bound: BoundSource | undefined,
  mapping: AggregationMapping,
): SourceOrder | undefined {
  const isOwn = script === undefined && missing === undefined && !missingBucket;
  const mapped = isOwn && field !== undefined ? mapping.field(field) : undefined;
  if (mapped === undefined || by.kind === 'geotile_grid') return undefined;
  // Steps of width 0 are NaN. If a clock goes back over midnight, a day occurs twice.
  if (by.kind === 'histogram' && !(by.interval > 0)) return undefined;
  if (bound?.rounding?.ascends() === false) return undefined;
  const { values } = mapped;
  const isWhole =
    (values.kind === 'number' && values.step === 1) ||
    (values.kind === 'instant' && values.perMs === 1);
  const isExact = by.kind === 'terms' && (mapped.spec.column === 'ordinal' || isWhole);
  return { field: mapped.spec.name, descending, isExact };
}

/** The number of leading sources by which the segment is sorted. */
export function agreeing(orders: readonly SourceOrder[], reader: SegmentReader): number {
  const sort = reader.sort ?? [];
  const end = orders.findIndex((order, i) => !agrees(order, sort[i], reader));
  return end < 0 ? orders.length : end;
}

function agrees(
  { field, descending }: SourceOrder,
  sort: IndexSortField | undefined,
  reader: SegmentReader,
): boolean {
  if (sort === undefined || sort.field !== field || sort.reverse !== descending) return false;
  if (sort.kind === 'ordinal') return reader.ordinals(field)?.slots !== undefined;
  // Unsigned longs are stored in an order that differs from that of their values.
  return !sort.unsigned && hasOneNumber(reader, field);
}

/** True if no document has two numbers, or one that sorts with documents without a value. */
function hasOneNumber(reader: SegmentReader, field: string): boolean {
  const column = reader.numbers(field);
  if (column === undefined) return false;
  if (column.slots !== undefined) return true;
  const points = reader.points(field);
  const isSingle = points !== undefined && points.count === points.docCount;
  return isSingle && column.min > -(2 ** 63) && column.max < 2 ** 63;
}

type ReadIds = (block: DocBlock) => IdRows;

interface AgreedLevel {
  readonly level: CompositeLevel;
  /** The reader of the level for the segment. */
  readonly read: ReadIds;
  readonly missing: 'first' | 'last';
}

export class OrderedSegment {
  readonly #levels: readonly AgreedLevel[];
  readonly #from: number;
  #end: number;
  #last = -1;
  readonly #block = {
    count: 1,
    docs: new Uint32Array(1),
    owners: new Uint32Array(1),
    buckets: 1,
    scores: undefined,
  };

  /** `isWhole` is true if `levels` are all levels, so that documents at the edge are not wanted. */
  constructor(maxDoc: number, levels: readonly AgreedLevel[], isWhole: boolean) {
    this.#levels = levels;
    this.#end = maxDoc;
    const least = isWhole ? 1 : 0;
    const hasEdge = levels[0]?.level.side !== undefined;
    this.#from = hasEdge
      ? firstWhere(maxDoc, (doc) => this.#order(doc, ({ side }, id) => side?.(id) ?? 1) >= least)
      : 0;
  }

  /** Sets the end of the documents, given the last bucket of a full page. */
  endAt(last: number, idsOf: (bucket: number) => readonly number[]): void {
    if (last === this.#last) return;
    this.#last = last;
    const ids = idsOf(last);
    const compare = ({ compare }: CompositeLevel, id: number, level: number): number =>
      compare(id, ids[level]);
    this.#end = firstWhere(this.#end, (doc) => this.#order(doc, compare) > 0, this.#from);
  }

  /** The first document from here on that the page may need. */
  next(doc: number): number {
    if (doc >= this.#end) return NO_MORE_DOCS;
    return Math.max(doc, this.#from);
  }

  /** Compares a document by its values; below 0 if it comes before the compared position. */
  #order(doc: number, compare: (level: CompositeLevel, id: number, at: number) => number): number {
    this.#block.docs[0] = doc;
    for (const [at, { level, read, missing }] of this.#levels.entries()) {
      const { count, ids } = read(this.#block);
      if (count === 0) return missing === 'first' ? -1 : 1;
      const order = compare(level, ids[0], at);
      if (order !== 0) return order;
    }
    return 0;
  }
}
