/**
 * `rare_terms`: values that few documents have. A shard sends all values that may be rare, and
 * those that are frequent in it, because these are frequent everywhere.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type Draft, doubleOf, type FieldReaders, integerOf, into } from '@skein/reading';
import type { AggregationNode } from '../../aggregation_node.js';
import { aggregationType, type ParseContext } from '../../aggregation_type.js';
import type { Collector, CollectorProfile, CollectScope } from '../../collect/collector.js';
import type { DocBlock } from '../../collect/doc_block.js';
import { choiceReaders, type IncludeExclude } from '../../options/include_exclude.js';
import type { ReduceInput, Reduction } from '../../reduction.js';
import { resolveValues, type Values } from '../../values/resolve_values.js';
import { RAW, type ValueFormat } from '../../values/value_format.js';
import { TERM_KINDS } from '../../values/value_names.js';
import { type OwnOptions, readValues, type ValuesOptions } from '../../values/values_options.js';
import { ChosenChildren } from '../chosen_children.js';
import {
  compareKeys,
  groupByOwner,
  type Key,
  mapOfChoice,
  mergeBuckets,
  mergedChildren,
  placesOf,
  samePlaces,
} from '../merge_buckets.js';
import { selectBuckets } from '../select_buckets.js';
import { chosenBuckets, type ValueBuckets } from '../value_buckets.js';
import { keyMembers } from './terms.js';
import { keysKind } from './terms_collector.js';
import { type KeysKind, keyShape, SIGNED_KEY_CLASSES } from './terms_part.js';
import { deferredAggregators } from './terms_profile.js';

interface RareOptions extends ValuesOptions, IncludeExclude {
  readonly most: number;
}

interface RarePart {
  readonly keyed: KeysKind;
  readonly format: ValueFormat;
  readonly starts: Uint32Array;
  readonly keys: readonly Key[];
  /** The count of each bucket. A frequent one has the greatest rare count + 1, and no children. */
  readonly counts: Float64Array;
  readonly children: readonly unknown[];
}

const MAX_RARE = 100;
const LEAST_PRECISION = 0.00001;

function mostOf(json: JsonValue, { name }: ParseContext): number {
  const most = integerOf(json);
  if (most <= 0) {
    throw new ApiError(
      'illegal_argument_exception',
      `[max_doc_count] must be greater than 0. Found [${most}] in [${name}]`,
    );
  }
  // OpenSearch's message lacks the same two spaces.
  if (most > MAX_RARE) {
    throw new ApiError(
      'illegal_argument_exception',
      `[max_doc_count] must be smallerthan ${MAX_RARE}in [${name}]`,
    );
  }
  return most;
}

/** Checks `precision`, which has no effect, because nothing is approximate here. */
function checkPrecision(json: JsonValue): void {
  if (doubleOf(json) >= LEAST_PRECISION) return;
  throw new ApiError('illegal_argument_exception', '[precision] must be greater than 0.00001');
}

function parse(json: JsonObject, context: ParseContext): RareOptions {
  const draft: Draft<OwnOptions<RareOptions>> = {
    most: 1,
    include: undefined,
    exclude: undefined,
  };
  const own: FieldReaders = {
    max_doc_count: into(draft, 'most', 'number', (value) => mostOf(value, context)),
    precision: ['number', checkPrecision],
    ...choiceReaders(draft),
  };
  return { ...readValues(json, context, { own }), ...draft };
}

function checkWhole(values: Values): void {
  if (values.kind !== 'number' || values.numbers !== 'double') return;
  throw new ApiError(
    'illegal_argument_exception',
    'RareTerms aggregation does not support floating point fields.',
  );
}

class RareCollector implements Collector<RarePart> {
  readonly #node: AggregationNode<RareOptions>;
  readonly #scope: CollectScope;
  readonly #values: Values;
  readonly #buckets: ValueBuckets | undefined;
  readonly #children: ChosenChildren;

  constructor(node: AggregationNode<RareOptions>, scope: CollectScope) {
    this.#node = node;
    this.#scope = scope;
    const accepts = { type: 'rare_terms', kinds: ['number', 'term'], standard: 'term' } as const;
    this.#values = resolveValues(node.options, scope.shard, accepts);
    const values = this.#values;
    scope.late(() => checkWhole(values));
    // As in OpenSearch, equal numbers of a document count one by one; its terms are distinct.
    const how = { countsRepeated: true };
    this.#buckets = chosenBuckets(values, node, scope.shard, how);
    this.#children = new ChosenChildren(node, scope, () => true);
  }

  segment(...at: Parameters<Collector['segment']>): void {
    this.#buckets?.segment(at[0]);
    this.#children.segment(...at);
  }

  collect(block: DocBlock): void {
    this.#buckets?.collect(block, this.#children);
  }

  profile(): CollectorProfile {
    const { kind } = this.#values;
    if (kind === 'unmapped') return { type: 'NonCollectingAggregator' };
    return {
      type: `${kind === 'term' ? 'String' : 'Long'}RareTermsAggregator`,
      debug: deferredAggregators(this.#children.deferredNames),
    };
  }

  build(owners: Uint32Array): RarePart {
    const buckets = this.#buckets;
    const size = buckets?.size ?? 0;
    const groups = groupByOwner(buckets?.owners ?? new Uint32Array(0), size, {
      places: placesOf(owners),
      groups: owners.length,
    });
    const { most } = this.#node.options;
    const allCounts = buckets?.counts ?? new Float64Array(0);
    const counts = Float64Array.from(groups.order, (bucket) =>
      Math.min(most + 1, allCounts[bucket]),
    );
    this.#scope.shard.countBuckets(counts.filter((count) => count <= most).length);
    return {
      keyed: keysKind(this.#values),
      format: this.#values.kind === 'number' ? this.#values.format : RAW,
      starts: groups.starts,
      keys: buckets ? Array.from(groups.order, (bucket) => buckets.key(bucket)) : [],
      counts,
      children: this.#children.build(groups.order, (bucket) => allCounts[bucket] <= most),
    };
  }
}

function reduce(
  node: AggregationNode<RareOptions>,
  inputs: readonly ReduceInput<RarePart>[],
  reduction: Reduction,
): RarePart {
  const { most } = node.options;
  const { keys, counts, owners, maps } = mergeBuckets(inputs);
  const groups = groupByOwner(owners, keys.length, {
    places: samePlaces(reduction.owners),
    groups: reduction.owners,
  });
  const { starts, buckets } = selectBuckets(
    groups,
    Number.POSITIVE_INFINITY,
    (a, b) => counts[a] - counts[b] || compareKeys(keys[a], keys[b]),
    { accept: (bucket) => !reduction.isFinal || counts[bucket] <= most },
  );
  if (reduction.isFinal) reduction.countBuckets(buckets.length);
  const choice = mapOfChoice(buckets, keys.length);
  const children = mergedChildren(inputs, maps, choice);
  return {
    ...keyShape(inputs),
    starts,
    keys: Array.from(buckets, (bucket) => keys[bucket]),
    counts: Float64Array.from(buckets, (bucket) => counts[bucket]),
    children: reduction.children(node, children, buckets.length),
  };
}

const TYPE_NAMES: Readonly<Record<KeysKind, string>> = {
  text: 'srareterms',
  ip: 'srareterms',
  version: 'srareterms',
  long: 'lrareterms',
  unsigned_long: 'lrareterms',
  double: 'lrareterms',
  unmapped: 'sterms',
};

export const rareTerms = aggregationType<RareOptions, RarePart>({
  name: 'rare_terms',
  takesValues: TERM_KINDS,
  takes: 'buckets',
  parse,
  collector: (node, scope) => new RareCollector(node, scope),
  reduce,
  render(node, { part, owner }, rendering) {
    const buckets: JsonObject[] = [];
    for (const bucket of rendering.buckets(node, part, owner)) {
      buckets.push({
        ...keyMembers(part, bucket),
        // OpenSearch has unsigned longs here only as a format of longs, so the key has a text.
        ...(part.keyed === 'unsigned_long' ? { key_as_string: String(part.keys[bucket]) } : {}),
        doc_count: part.counts[bucket],
        ...rendering.children(node, part.children, bucket),
      });
    }
    return { buckets };
  },
  typeName: (_node, { keyed }) => TYPE_NAMES[keyed],
  resultName: (_node, { keyed }) => `${SIGNED_KEY_CLASSES[keyed]}RareTerms`,
  buckets: (part) => part,
  bucketKey(_node, part, bucket) {
    const { key = null, key_as_string: text } = keyMembers(part, bucket);
    return { key, text: String(text ?? key) };
  },
});
