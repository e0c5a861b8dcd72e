/** `filters`: a bucket for each query, and one for documents that match none of them. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { booleanOf, readFields, textOf } from '@skein/reading';
import type { SegmentReader } from '@skein/search_library';
import type { QueryData } from '../aggregation_shard.js';
import {
  type AggregationNode,
  aggregationType,
  type Collector,
  type CollectScope,
  type ParseContext,
} from '../aggregation_type.js';
import { Children } from '../collect/children.js';
import type { DocBlock } from '../collect/doc_block.js';
import { roomForWords, type Words } from '../collect/growable.js';
import { hasBit, Matching } from '../collect/matching.js';
import { FixedCounts, type FixedPart, fixedColumns, reduceFixed } from './fixed_buckets.js';

interface FiltersOptions {
  /** Keys are the places of anonymous filters. */
  readonly filters: readonly { readonly key: string; readonly query: QueryData }[];
  readonly keyed: boolean;
  /** Of the bucket for all other documents. */
  readonly otherKey: string | undefined;
}

const OTHER = '_other_';

function parse(json: JsonObject, context: ParseContext): FiltersOptions {
  const { locate, readQuery } = context;
  let filters: FiltersOptions['filters'] | undefined;
  let keyed = true;
  let hasOther = false;
  let otherKey: string | undefined;
  const query = (value: JsonValue) => readQuery(isJsonObject(value) ? value : {});
  readFields(
    json,
    {
      filters: [
        'object_array',
        (value) => {
          keyed = !isJsonArray(value);
          filters = isJsonArray(value)
            ? value.map((each, i) => ({ key: String(i), query: query(each) }))
            : Object.entries(value as JsonObject)
                .sort(([a], [b]) => (a < b ? -1 : 1))
                .map(([key, each = null]) => ({ key, query: query(each) }));
        },
      ],
      other_bucket: [
        'boolean',
        (value) => {
          hasOther = booleanOf(value);
        },
      ],
      other_bucket_key: [
        'string',
        (value) => {
          otherKey = textOf(value);
        },
      ],
    },
    { name: 'filters', locate },
  );
  if (filters === undefined || filters.length === 0) {
    throw new ApiError('illegal_argument_exception', '[filters] cannot be empty.');
  }
  return { filters, keyed, otherKey: otherKey ?? (hasOther ? OTHER : undefined) };
}

class FiltersCollector implements Collector<FixedPart> {
  readonly #matchings: readonly Matching[];
  readonly #hasOther: boolean;
  readonly #width: number;
  readonly #children: Children;
  readonly #counts: FixedCounts;
  #rows: Words = new Uint32Array(0);
  #buckets: Words = new Uint32Array(0);

  constructor(node: AggregationNode<FiltersOptions>, scope: CollectScope) {
    const { shard } = scope;
    const { filters: given, otherKey } = node.options;
    this.#matchings = given.map(({ query }) => new Matching(shard.searcher, shard.query(query)));
    this.#hasOther = otherKey !== undefined;
    this.#width = widthOf(node.options);
    this.#counts = new FixedCounts(this.#width);
    this.#children = new Children(node, scope);
  }

  segment(reader: SegmentReader, docBase: number): void {
    for (const matching of this.#matchings) matching.segment(reader);
    this.#children.segment(reader, docBase);
  }

  /** Filter by filter: each looks at its own bit set; children want documents in order. */
  collect(block: DocBlock): void {
    const { docs, owners, count } = block;
    const bitSets = this.#matchings.map((matching) => matching.bits());
    const width = this.#width;
    const most = count * width;
    this.#rows = roomForWords(this.#rows, most);
    this.#buckets = roomForWords(this.#buckets, most);
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const doc = docs[i] as number;
      const first = kept;
      const base = (owners[i] as number) * width;
      for (let f = 0; f < bitSets.length; f++) {
        if (!hasBit(bitSets[f] as Uint32Array, doc)) continue;
        this.#rows[kept] = i;
        this.#buckets[kept++] = base + f;
      }
      if (kept === first && this.#hasOther) {
        this.#rows[kept] = i;
        this.#buckets[kept++] = base + bitSets.length;
      }
    }
    if (kept === 0) return;
    this.#counts.add(this.#buckets, kept);
    this.#children.collectRows(block, this.#rows, this.#buckets, { count: kept });
  }

  build(owners: Uint32Array): FixedPart {
    return this.#counts.build(owners, this.#children);
  }
}

function widthOf({ filters: given, otherKey }: FiltersOptions): number {
  return given.length + (otherKey === undefined ? 0 : 1);
}

function keyOf({ filters: given, otherKey = OTHER }: FiltersOptions, at: number): string {
  return given[at]?.key ?? otherKey;
}

export const filters = aggregationType<FiltersOptions, FixedPart>({
  name: 'filters',
  takes: 'buckets',
  atMostOneBucket: ({ options }) => widthOf(options) === 1,
  parse,
  mapQueries: (options, change) => ({
    ...options,
    filters: options.filters.map(({ key, query }) => ({ key, query: change.query(query) })),
  }),
  seesAllDocuments: () => true,
  collector: (node, scope) => new FiltersCollector(node, scope),
  reduce: (node, inputs, reduction) =>
    reduceFixed(node, inputs, { reduction, width: widthOf(node.options) }),
  render(node, { part, owner }, rendering) {
    const { width, counts, children } = part;
    const left = rendering.buckets(node, fixedColumns(part), owner);
    const shown = Array.from(left, (bucket): [string, JsonObject] => {
      const json = {
        doc_count: counts[bucket] as number,
        ...rendering.children(node, children, bucket),
      };
      return [keyOf(node.options, bucket % width), json];
    });
    const { keyed } = node.options;
    return { buckets: keyed ? Object.fromEntries(shown) : shown.map(([, json]) => json) };
  },
  buckets: fixedColumns,
  bucketKey(node, { width }, bucket) {
    const key = keyOf(node.options, bucket % width);
    return { key, text: key };
  },
});
