/** `terms`: a bucket for each value, the best of them by count, key or sub-aggregation. */

import { double, type JsonObject } from '@skein/content';
import { type FieldReaders, into, textOf } from '@skein/reading';
import type { AggregationShard } from '../aggregation_shard.js';
import {
  type AggregationNode,
  type AggregationType,
  aggregationType,
  type Collector,
  type CollectorProfile,
  type CollectScope,
  type ParseContext,
} from '../aggregation_type.js';
import type { DocBlock } from '../collect/doc_block.js';
import type { KnownMatches } from '../collect/known_matches.js';
import { scriptScores } from '../metric/script_scores.js';
import { type CollectMode, deferral, readCollectMode } from '../options/collect_mode.js';
import {
  acceptKeys,
  choiceReaders,
  type IncludeExclude,
  numberForm,
} from '../options/include_exclude.js';
import { checkOrder, compareBuckets, hasPaths, isByCountDescending } from '../options/order.js';
import { finished, newShape, shapeReaders, type TermsShape } from '../options/terms_shape.js';
import { hasFewTerms } from '../values/few_terms.js';
import {
  type NumberValues,
  resolveValues,
  type TermValues,
  type Values,
} from '../values/resolve_values.js';
import { showTerm } from '../values/term_form.js';
import { formattedKey, RAW, textOfNumber } from '../values/value_format.js';
import { TERM_KINDS } from '../values/value_names.js';
import { readValues, type ValuesOptions } from '../values/values_options.js';
import { ChosenChildren } from './chosen_children.js';
import { groupByOwner, type Key, placesOf } from './merge_buckets.js';
import { selectBuckets } from './select_buckets.js';
import {
  KEY_CLASSES,
  type KeysKind,
  ownBuckets,
  reduceTerms,
  scaledTerms,
  type TermsPart,
} from './terms_part.js';
import { termsProfile } from './terms_profile.js';
import { type ValueBuckets, valueBuckets } from './value_buckets.js';

export interface TermsOptions extends ValuesOptions, TermsShape, IncludeExclude {
  /** `execution_hint`: shown by `profile` alone. */
  readonly hint: string | undefined;
  readonly mode: CollectMode;
}

function parse(json: JsonObject, context: ParseContext): TermsOptions {
  const draft = {
    ...newShape(),
    include: undefined as IncludeExclude['include'],
    exclude: undefined as IncludeExclude['exclude'],
    hint: undefined as string | undefined,
    mode: undefined as CollectMode,
  };
  const own: FieldReaders = {
    ...shapeReaders(draft, context),
    execution_hint: into(draft, 'hint', 'string', textOf),
    collect_mode: into(draft, 'mode', 'string', readCollectMode),
    ...choiceReaders(draft),
  };
  const values = readValues(json, context, { own });
  return { ...values, ...draft, ...finished(draft) };
}

/** What all types have whose buckets are terms as these. */
export const TERMS: AggregationType<TermsOptions, TermsPart> = {
  name: 'terms',
  takesValues: TERM_KINDS,
  takes: 'buckets',
  parse,
  needsScores: scriptScores,
  seesAllDocuments: ({ options }) => options.minDocCount === 0,
  collector: (node, scope) => new TermsCollector(node, scope, termsValues),
  mergesSegments: keepsAll,
  reduce: reduceTerms,
  scaled: scaledTerms,
  render: (node, { part, owner }, rendering) => {
    const buckets: JsonObject[] = [];
    for (const bucket of rendering.buckets(node, part, owner)) {
      const error = node.options.showsErrors
        ? { doc_count_error_upper_bound: part.errors[bucket] as number }
        : {};
      buckets.push({
        ...keyMembers(part, bucket),
        doc_count: part.counts[bucket] as number,
        ...error,
        ...rendering.children(node, part.children, bucket),
      });
    }
    return {
      doc_count_error_upper_bound: part.bounds[owner] as number,
      sum_other_doc_count: part.others[owner] as number,
      buckets,
    };
  },
  typeName: (_node, { keyed }) => TYPE_NAMES[keyed],
  resultName: (_node, { keyed }) => `${KEY_CLASSES[keyed]}Terms`,
  buckets: (part) => part,
  bucketKey: (_node, part, bucket) => {
    const { key, key_as_string: text } = keyMembers(part, bucket);
    const value = part.keys[bucket] as Key;
    const number = typeof value === 'string' ? {} : { number: Number(value) };
    return { key: key ?? null, text: String(text ?? keyString(part, bucket)), ...number };
  },
};

export const terms = aggregationType(TERMS);

/** Whether no term is left out of a part, however few documents of a segment have it. */
function keepsAll(node: AggregationNode<TermsOptions>, shard: AggregationShard): boolean {
  const { field, script, missing, shardSize, shardMinDocCount } = node.options;
  if (shardMinDocCount > 1 || script !== undefined) return false;
  const mapped = field === undefined ? undefined : shard.mapping.field(field);
  if (mapped?.spec.column === 'ordinal') {
    const limit = missing === undefined ? shardSize : shardSize - 1;
    return hasFewTerms(shard.searcher.segments, mapped.spec.name, limit);
  }
  const most = mostBuckets(termsValues(node, { shard }));
  return most !== undefined && most < shardSize;
}

function termsValues(
  { options }: AggregationNode<TermsOptions>,
  { shard }: Pick<CollectScope, 'shard'>,
): Values {
  return resolveValues(options, shard, {
    type: 'terms',
    kinds: ['number', 'term'],
    standard: 'term',
    asksGlobal: options.hint === 'global_ordinals',
  });
}

const TYPE_NAMES: Readonly<Record<KeysKind, string>> = {
  text: 'sterms',
  ip: 'sterms',
  version: 'sterms',
  long: 'lterms',
  unsigned_long: 'ulterms',
  double: 'dterms',
  unmapped: 'sterms',
};

function keyString(part: TermsPart, bucket: number): string {
  const key = part.keys[bucket] as Key;
  if (typeof key === 'string') return showTerm(key, part.keyed);
  return part.keyed === 'double' ? textOfNumber(key, RAW) : String(key);
}

export function keyMembers(
  { keyed, keys, format }: Pick<TermsPart, 'keyed' | 'keys' | 'format'>,
  bucket: number,
): JsonObject {
  const key = keys[bucket] as Key;
  if (typeof key === 'string') return { key: showTerm(key, keyed) };
  const text = formattedKey(key, format);
  const shown = keyed === 'double' ? double(Number(key)) : key;
  return text === undefined ? { key: shown } : { key: shown, key_as_string: text };
}

export function keysKind(values: Values): KeysKind {
  if (values.kind === 'term') return values.text;
  return values.kind === 'number' ? values.numbers : 'unmapped';
}

export class TermsCollector implements Collector<TermsPart> {
  readonly #node: AggregationNode<TermsOptions>;
  readonly #scope: CollectScope;
  readonly #values: Values;
  readonly #buckets: ValueBuckets | undefined;
  readonly #children: ChosenChildren;

  constructor(
    node: AggregationNode<TermsOptions>,
    scope: CollectScope,
    valuesOf: (node: AggregationNode<TermsOptions>, scope: CollectScope) => Values,
  ) {
    this.#node = node;
    this.#scope = scope;
    const { options } = node;
    this.#values = valuesOf(node, scope);
    this.#buckets = scope.late(() => bucketsOf(node, this.#values, scope));
    const most = mostBuckets(this.#values);
    this.#children = new ChosenChildren(node, scope, deferral({ ...options, mostBuckets: most }));
    checkOrder(node, scope);
  }

  countMatches(matches: KnownMatches): boolean {
    const isLone = this.#node.children.length === 0;
    return isLone && this.#buckets?.countMatches?.(matches) === true;
  }

  segment(...at: Parameters<Collector['segment']>): void {
    this.#buckets?.segment(at[0]);
    this.#children.segment(...at);
  }

  collect(block: DocBlock): void {
    this.#buckets?.collect(block, this.#children);
  }

  build(owners: Uint32Array): TermsPart {
    const { minDocCount } = this.#node.options;
    const buckets = this.#buckets;
    if (buckets === undefined) return this.#empty(owners);
    if (minDocCount === 0) buckets.addEveryValue(owners);
    const selected = this.#select(owners, buckets);
    this.#scope.shard.countBuckets(selected.buckets.length);
    return {
      keyed: keysKind(this.#values),
      format: this.#values.kind === 'number' ? this.#values.format : RAW,
      starts: selected.starts,
      ...ownBuckets(buckets, selected.buckets),
      others: selected.others,
      bounds: new Float64Array(owners.length),
      children: selected.children,
    };
  }

  profile(): CollectorProfile {
    const { field, include, exclude, hint } = this.#node.options;
    return termsProfile({
      values: this.#values,
      buckets: this.#buckets,
      field,
      searcher: this.#scope.shard.searcher,
      hasFilter: include !== undefined || exclude !== undefined,
      isMap: hint === 'map',
      deferred: this.#children.deferredNames,
    });
  }

  #select(owners: Uint32Array, buckets: ValueBuckets) {
    const { order, shardSize, shardMinDocCount, minDocCount } = this.#node.options;
    const { counts, size } = buckets;
    const groups = groupByOwner(buckets.owners, size, {
      places: placesOf(owners),
      groups: owners.length,
    });
    if (hasPaths(order)) this.#children.rank(groups.order, size);
    const compare = compareBuckets(order, {
      count: (bucket) => counts[bucket] as number,
      compareKeys: (a, b) => buckets.compareKeys(a, b),
      value: (path, bucket) => this.#children.value(path, bucket),
    });
    // A bucket that is met has a document.
    const hasAll = shardMinDocCount <= 1 && minDocCount > 0;
    const accept = (bucket: number): boolean =>
      hasAll || (counts[bucket] as number) >= shardMinDocCount;
    const selected = selectBuckets(groups, shardSize, compare, {
      accept: hasAll ? undefined : accept,
      fullest: isByCountDescending(order) ? counts : undefined,
    });
    const children = this.#children.build(selected.buckets);
    const others = new Float64Array(owners.length);
    for (let i = 0; i < owners.length; i++) {
      let rest = 0;
      const end = groups.starts[i + 1] as number;
      for (let at = groups.starts[i] as number; at < end; at++) {
        const bucket = groups.order[at] as number;
        if (accept(bucket)) rest += counts[bucket] as number;
      }
      for (const bucket of selected.buckets.subarray(selected.starts[i], selected.starts[i + 1])) {
        rest -= counts[bucket] as number;
      }
      others[i] = rest;
    }
    return { ...selected, others, children };
  }

  #empty(owners: Uint32Array): TermsPart {
    return {
      keyed: 'unmapped',
      format: RAW,
      starts: new Uint32Array(owners.length + 1),
      keys: [],
      counts: new Float64Array(0),
      errors: new Float64Array(0),
      others: new Float64Array(owners.length),
      bounds: new Float64Array(owners.length),
      children: this.#children.build(new Uint32Array(0)),
    };
  }
}

/** How many different values a shard may have; `undefined`: nobody knows. */
function mostBuckets(values: Values): number | undefined {
  if (values.kind === 'term') return values.source.mostTerms;
  if (values.kind !== 'number') return 0;
  const bounds = values.numbers === 'long' ? values.source.bounds?.() : undefined;
  return bounds && bounds.max - bounds.min + 1;
}

/** `undefined`: no document has a value. */
function bucketsOf(
  node: AggregationNode<TermsOptions>,
  values: Values,
  scope: CollectScope,
): ValueBuckets | undefined {
  if (values.kind !== 'number' && values.kind !== 'term') return undefined;
  return valueBuckets(values, acceptance(node, values, scope), scope.shard.searcher);
}

function acceptance(
  { options, name }: AggregationNode<TermsOptions>,
  values: NumberValues | TermValues,
  { shard }: CollectScope,
) {
  const { nowMs } = shard;
  const form = values.kind === 'term' ? values.text : numberForm(values, nowMs);
  return acceptKeys(options, form, name);
}
