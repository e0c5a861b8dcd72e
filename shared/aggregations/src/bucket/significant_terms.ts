/** `significant_terms`: values that are more frequent among the matches than in the index, or in what a filter lets through. */
import { double, isJsonObject, type JsonObject } from '@skein/content';
import { type FieldReaders, into, textOf } from '@skein/reading';
import { booleanQuery, type SegmentReader } from '@skein/search_library';
import type { QueryData } from '../aggregation_shard.js';
import {
  type AggregationNode,
  aggregationType,
  type Collector,
  type CollectorProfile,
  type CollectScope,
  DROPPED,
  type ParseContext,
  type ReduceInput,
  type Reduction,
} from '../aggregation_type.js';
import { Children } from '../collect/children.js';
import type { DocBlock } from '../collect/doc_block.js';
import {
  acceptKeys,
  type IncludeExclude,
  readExclude,
  readInclude,
} from '../options/include_exclude.js';
import { type Heuristic, heuristicReaders, JLH, significance } from '../options/significance.js';
import { countReaders, newShape } from '../options/terms_shape.js';
import { resolveValues, type Values } from '../values/resolve_values.js';
import { RAW, type ValueFormat } from '../values/value_format.js';
import { readValues, type ValuesOptions } from '../values/values_options.js';
import {
  compareKeys,
  groupByOwner,
  type Key,
  mapOfChoice,
  mergeBuckets,
  placesOf,
  samePlaces,
  thenMap,
} from './merge_buckets.js';
import { selectBuckets } from './select_buckets.js';
import { OwnerCounts } from './single_buckets.js';
import { keyMembers, keysKind } from './terms.js';
import { KEY_CLASSES, type KeysKind } from './terms_part.js';
import { termsProfile } from './terms_profile.js';
import { type ValueBuckets, valueBuckets } from './value_buckets.js';

interface SignificantOptions extends ValuesOptions, IncludeExclude {
  readonly size: number;
  readonly shardSize: number;
  readonly minDocCount: number;
  readonly shardMinDocCount: number;
  readonly heuristic: Heuristic;
  readonly background: QueryData | undefined;
}

interface SignificantPart {
  readonly keyed: KeysKind;
  readonly format: ValueFormat;
  readonly starts: Uint32Array;
  readonly keys: readonly Key[];
  readonly counts: Float64Array;
  /** By bucket: documents of the background. */
  readonly backgrounds: Float64Array;
  readonly scores: Float64Array;
  /** By owner: its documents, and those of the background. */
  readonly subsets: Float64Array;
  readonly supersets: Float64Array;
  readonly children: readonly unknown[];
}

const DEFAULT_MIN_DOC_COUNT = 3;
const NO_CHILDREN = { collectRows: () => undefined };

function parse(json: JsonObject, context: ParseContext): SignificantOptions {
  const draft = {
    ...newShape(),
    minDocCount: DEFAULT_MIN_DOC_COUNT,
    include: undefined as IncludeExclude['include'],
    exclude: undefined as IncludeExclude['exclude'],
    heuristic: JLH,
    background: undefined as QueryData | undefined,
  };
  const own: FieldReaders = {
    ...countReaders(draft, context),
    ...heuristicReaders(draft, context),
    execution_hint: ['string', textOf],
    include: into(draft, 'include', 'object_array_string_or_number', readInclude),
    exclude: into(draft, 'exclude', 'object_array_string_or_number', readExclude),
    background_filter: into(draft, 'background', 'object', (value) =>
      context.readQuery(isJsonObject(value) ? value : {}),
    ),
  };
  const values = readValues(json, context, { own, scripts: false });
  const { size, minDocCount, shardMinDocCount, include, exclude, heuristic, background } = draft;
  const shardSize = Math.max(
    size,
    draft.shardSize > 0 ? draft.shardSize : 2 * Math.trunc(size * 1.5 + 10),
  );
  const counts = { size, shardSize, minDocCount, shardMinDocCount };
  return { ...values, ...counts, include, exclude, heuristic, background };
}

class SignificantCollector implements Collector<SignificantPart> {
  readonly #node: AggregationNode<SignificantOptions>;
  readonly #scope: CollectScope;
  readonly #values: Values;
  readonly #buckets: ValueBuckets | undefined;
  readonly #children: Children;
  readonly #subsets = new OwnerCounts();

  constructor(node: AggregationNode<SignificantOptions>, scope: CollectScope) {
    this.#node = node;
    this.#scope = scope;
    const accepts = {
      type: 'significant_terms',
      kinds: ['number', 'term'],
      standard: 'term',
    } as const;
    this.#values = resolveValues(node.options, scope.shard, accepts);
    this.#buckets = this.#newBuckets();
    this.#children = new Children(node, scope);
  }

  #newBuckets(): ValueBuckets | undefined {
    const values = this.#values;
    if (values.kind !== 'number' && values.kind !== 'term') return undefined;
    const { nowMs } = this.#scope.shard;
    const form = values.kind === 'term' ? values.text : { format: values.format, nowMs };
    return valueBuckets(values, acceptKeys(this.#node.options, form, this.#node.name));
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#buckets?.segment(reader);
    this.#children.segment(reader, docBase);
  }

  collect(block: DocBlock): void {
    this.#subsets.add(block.owners, block.count);
    this.#buckets?.collect(block, this.#children);
  }

  profile(): CollectorProfile {
    const { field, include, exclude } = this.#node.options;
    return termsProfile({
      values: this.#values,
      buckets: this.#buckets,
      field,
      searcher: this.#scope.shard.searcher,
      hasFilter: include !== undefined || exclude !== undefined,
      isMap: false,
      strategy: 'significant_terms',
    });
  }

  /** How often each key is in the background, and how large that is. */
  #background(): { readonly size: number; readonly counts: ReadonlyMap<Key, number> } {
    const { shard } = this.#scope;
    const { background } = this.#node.options;
    const all = shard.allDocuments();
    const query =
      background === undefined ? all : booleanQuery({ filter: [all, shard.query(background)] });
    const buckets = this.#newBuckets();
    const owners = new Uint32Array(BATCH);
    let size = 0;
    shard.searcher.searchDocs(query, {
      segment: (reader) => {
        buckets?.segment(reader);
        return (docs, count) => {
          size += count;
          buckets?.collect({ docs, count, owners, scores: undefined }, NO_CHILDREN);
        };
      },
    });
    const counts = new Map<Key, number>();
    for (let bucket = 0; bucket < (buckets?.size ?? 0); bucket++) {
      counts.set(buckets?.key(bucket) as Key, buckets?.counts[bucket] as number);
    }
    // All live documents, those that are objects inside others too, as OpenSearch has it.
    const { segments } = shard.searcher;
    const live = segments.reduce((sum, { liveCount }) => sum + liveCount, 0);
    return { size: background === undefined ? live : size, counts };
  }

  build(owners: Uint32Array): SignificantPart {
    const { heuristic, shardSize, shardMinDocCount } = this.#node.options;
    const subsets = this.#subsets.build(owners, { build: () => [] }).counts;
    const background = this.#background();
    const buckets = this.#buckets;
    const size = buckets?.size ?? 0;
    const keys = Array.from({ length: size }, (_, bucket) => buckets?.key(bucket) as Key);
    const places = placesOf(owners);
    const scores = Float64Array.from(keys, (key, bucket) => {
      const place = places[buckets?.owners[bucket] as number] ?? DROPPED;
      return significance(
        {
          subsetFreq: buckets?.counts[bucket] as number,
          subsetSize: subsets[place] ?? 0,
          supersetFreq: background.counts.get(key) ?? 0,
          supersetSize: background.size,
        },
        heuristic,
      );
    });
    const groups = groupByOwner(buckets?.owners ?? new Uint32Array(0), size, {
      places,
      groups: owners.length,
    });
    const { starts, buckets: chosen } = selectBuckets(
      groups,
      shardSize,
      (a, b) => byScore(scores, a, b) || compareKeys(keys[a] as Key, keys[b] as Key),
      { accept: (bucket) => (buckets?.counts[bucket] as number) >= shardMinDocCount },
    );
    this.#scope.shard.countBuckets(chosen.length);
    return {
      keyed: keysKind(this.#values),
      format: this.#values.kind === 'number' ? this.#values.format : RAW,
      starts,
      keys: Array.from(chosen, (bucket) => keys[bucket] as Key),
      counts: Float64Array.from(chosen, (bucket) => buckets?.counts[bucket] as number),
      backgrounds: Float64Array.from(
        chosen,
        (bucket) => background.counts.get(keys[bucket] as Key) ?? 0,
      ),
      scores: Float64Array.from(chosen, (bucket) => scores[bucket] as number),
      subsets,
      supersets: new Float64Array(owners.length).fill(background.size),
      children: this.#children.build(chosen),
    };
  }
}

/** Documents of a batch of the library, at most. */
const BATCH = 4096;

function byScore(scores: Float64Array, a: number, b: number): number {
  const [left, right] = [scores[a] as number, scores[b] as number];
  return left === right ? 0 : left > right ? -1 : 1;
}

function summed(
  inputs: readonly ReduceInput<SignificantPart>[],
  owners: number,
  member: 'subsets' | 'supersets',
): Float64Array {
  const sums = new Float64Array(owners);
  for (const { part, map } of inputs) {
    map.forEach((to, i) => {
      if (to !== DROPPED) sums[to] = (sums[to] as number) + (part[member][i] as number);
    });
  }
  return sums;
}

function reduce(
  node: AggregationNode<SignificantOptions>,
  inputs: readonly ReduceInput<SignificantPart>[],
  reduction: Reduction,
): SignificantPart {
  const { heuristic, size, minDocCount } = node.options;
  const subsets = summed(inputs, reduction.owners, 'subsets');
  const supersets = summed(inputs, reduction.owners, 'supersets');
  const { keys, counts, owners, maps } = mergeBuckets(inputs);
  const backgrounds = new Float64Array(keys.length);
  inputs.forEach(({ part }, at) => {
    maps[at]?.forEach((to, bucket) => {
      if (to !== DROPPED)
        backgrounds[to] = (backgrounds[to] as number) + (part.backgrounds[bucket] as number);
    });
  });
  const scores = Float64Array.from(keys, (_, bucket) => {
    const owner = owners[bucket] as number;
    return significance(
      {
        subsetFreq: counts[bucket] as number,
        subsetSize: subsets[owner] as number,
        supersetFreq: backgrounds[bucket] as number,
        supersetSize: supersets[owner] as number,
      },
      heuristic,
    );
  });
  const groups = groupByOwner(owners, keys.length, {
    places: samePlaces(reduction.owners),
    groups: reduction.owners,
  });
  const { isFinal } = reduction;
  const { starts, buckets } = selectBuckets(
    groups,
    isFinal ? size : Number.POSITIVE_INFINITY,
    (a, b) => byScore(scores, a, b) || compareKeys(keys[a] as Key, keys[b] as Key),
    {
      accept: (bucket) =>
        !isFinal || ((scores[bucket] as number) > 0 && (counts[bucket] as number) >= minDocCount),
    },
  );
  if (isFinal) reduction.countBuckets(buckets.length);
  const choice = mapOfChoice(buckets, keys.length);
  const children = inputs.map(({ part }, i) => ({
    part: part.children,
    map: thenMap(maps[i] as Uint32Array, choice),
  }));
  const shaped = inputs.find(({ part }) => part.keyed !== 'unmapped') ?? inputs[0];
  return {
    keyed: shaped?.part.keyed ?? 'unmapped',
    format: shaped?.part.format ?? RAW,
    starts,
    keys: Array.from(buckets, (bucket) => keys[bucket] as Key),
    counts: Float64Array.from(buckets, (bucket) => counts[bucket] as number),
    backgrounds: Float64Array.from(buckets, (bucket) => backgrounds[bucket] as number),
    scores: Float64Array.from(buckets, (bucket) => scores[bucket] as number),
    subsets,
    supersets,
    children: reduction.children(node, children, buckets.length),
  };
}

const TYPE_NAMES: Readonly<Record<KeysKind, string>> = {
  text: 'sigsterms',
  ip: 'sigsterms',
  long: 'siglterms',
  unsigned_long: 'siglterms',
  double: 'siglterms',
  unmapped: 'sigsterms',
};

export const significantTerms = aggregationType<SignificantOptions, SignificantPart>({
  name: 'significant_terms',
  takes: 'buckets',
  parse,
  mapQueries: (options, change) => ({
    ...options,
    background: options.background && change.query(options.background),
  }),
  collector: (node, scope) => new SignificantCollector(node, scope),
  reduce,
  render(node, { part, owner }, rendering) {
    const buckets: JsonObject[] = [];
    for (const bucket of rendering.buckets(node, part, owner)) {
      buckets.push({
        ...keyMembers(part, bucket),
        doc_count: part.counts[bucket] as number,
        score: double(part.scores[bucket] as number),
        bg_count: part.backgrounds[bucket] as number,
        ...rendering.children(node, part.children, bucket),
      });
    }
    return {
      doc_count: part.subsets[owner] as number,
      bg_count: part.supersets[owner] as number,
      buckets,
    };
  },
  typeName: (_node, { keyed }) => TYPE_NAMES[keyed],
  resultName: (_node, { keyed }) =>
    keyed === 'unmapped' ? 'UnmappedSignificantTerms' : `Significant${KEY_CLASSES[keyed]}Terms`,
  buckets: (part) => part,
  bucketKey(_node, part, bucket) {
    const { key = null, key_as_string: text } = keyMembers(part, bucket);
    return { key, text: String(text ?? key) };
  },
});
