/** `multi_terms`: a bucket for each combination of values of several fields. */

import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type Draft, type FieldReaders, into, itemsOf, readFields } from '@skein/reading';
import type { AggregationNode } from '../../aggregation_node.js';
import { aggregationType, type ParseContext } from '../../aggregation_type.js';
import type { Collector, CollectScope } from '../../collect/collector.js';
import type { DocBlock } from '../../collect/doc_block.js';
import { type CollectMode, deferral, readCollectMode } from '../../options/collect_mode.js';
import { checkOrder, compareBuckets, hasPaths } from '../../options/order.js';
import { finished, newShape, shapeReaders, type TermsShape } from '../../options/terms_shape.js';
import { resolveValues, type Values } from '../../values/resolve_values.js';
import { showTerm } from '../../values/term_form.js';
import { RAW, textOfNumber, type ValueFormat } from '../../values/value_format.js';
import { distinctIds, noIds, numberIds, termIds } from '../../values/value_ids.js';
import { TERM_KINDS } from '../../values/value_names.js';
import { readField, type ValuesOptions } from '../../values/values_options.js';
import { ChosenChildren } from '../chosen_children.js';
import { groupByOwner, type Key, placesOf } from '../merge_buckets.js';
import { selectBuckets } from '../select_buckets.js';
import { Combinations } from './combinations.js';
import { keyMembers } from './terms.js';
import { keysKind } from './terms_collector.js';
import { type KeysKind, reduceTerms, scaledTerms, type TermsPart } from './terms_part.js';

interface MultiTermsOptions extends TermsShape {
  readonly terms: readonly ValuesOptions[];
  readonly mode: CollectMode;
}

interface MultiTermsPart extends TermsPart {
  readonly tuples: readonly (readonly Key[])[];
  readonly kinds: readonly KeysKind[];
  readonly formats: readonly ValueFormat[];
}

function parse(json: JsonObject, context: ParseContext): MultiTermsOptions {
  const draft: Draft<MultiTermsOptions, 'terms'> = {
    ...newShape(),
    terms: undefined,
    mode: undefined,
  };
  const own: FieldReaders = {
    ...shapeReaders(draft, context),
    terms: into(draft, 'terms', 'object_array', (value) => termsOf(value, context)),
    collect_mode: into(draft, 'mode', 'string', readCollectMode),
  };
  readFields(json, own, { name: 'multi_terms', locate: context.locate });
  const { terms, mode, ...shape } = draft;
  if (terms === undefined) throw new ApiError('illegal_argument_exception', 'Required [terms]');
  return { ...finished(shape), terms, mode };
}

function termsOf(json: JsonValue, context: ParseContext): readonly ValuesOptions[] {
  const terms = itemsOf(json).map((each) => readField(each, context));
  if (terms.length >= 2) return terms;
  throw new ApiError(
    'illegal_argument_exception',
    'multi term aggregation must has at least 2 terms. Found [' +
      `${terms.length}] in [${context.name}] Use terms aggregation for single term aggregation`,
  );
}

class MultiTermsCollector implements Collector<MultiTermsPart> {
  readonly #node: AggregationNode<MultiTermsOptions>;
  readonly #scope: CollectScope;
  readonly #values: readonly Values[];
  readonly #combinations: Combinations;
  readonly #children: ChosenChildren;

  constructor(node: AggregationNode<MultiTermsOptions>, scope: CollectScope) {
    this.#node = node;
    this.#scope = scope;
    const { options } = node;
    // Children are bound before the aggregation's own values, so that their faults come first, as
    // in OpenSearch.
    this.#children = new ChosenChildren(
      node,
      scope,
      deferral({ ...options, mostBuckets: undefined }),
    );
    const accepts = { type: 'multi_terms', kinds: ['number', 'term'], standard: 'term' } as const;
    this.#values = options.terms.map((each) => resolveValues(each, scope.shard, accepts));
    this.#combinations = new Combinations(
      this.#values.map((values) => {
        if (values.kind === 'term') return termIds(values);
        return values.kind === 'number' ? distinctIds(numberIds(values)) : noIds();
      }),
    );
    checkOrder(node, scope);
  }

  segment(...at: Parameters<Collector['segment']>): void {
    this.#combinations.segment(at[0]);
    this.#children.segment(...at);
  }

  collect(block: DocBlock): void {
    this.#combinations.collect(block, this.#children);
  }

  build(owners: Uint32Array): MultiTermsPart {
    const { order, shardSize, shardMinDocCount } = this.#node.options;
    const { counts, size } = this.#combinations;
    const all = Array.from({ length: size }, (_, bucket) => this.#combinations.tuple(bucket));
    const tuples = all.map(({ keys }) => keys);
    const keys = tuples.map(orderedKey);
    const groups = groupByOwner(
      Uint32Array.from(all, ({ owner }) => owner),
      size,
      {
        places: placesOf(owners),
        groups: owners.length,
      },
    );
    if (hasPaths(order)) this.#children.rank(groups.order, size);
    const compare = compareBuckets(order, {
      count: (bucket) => counts[bucket],
      compareKeys: (a, b) => (keys[a] < keys[b] ? -1 : 1),
      value: (path, bucket) => this.#children.value(path, bucket),
    });
    const accept = (bucket: number): boolean => counts[bucket] >= shardMinDocCount;
    const { starts, buckets } = selectBuckets(groups, shardSize, compare, { accept });
    this.#scope.shard.countBuckets(buckets.length);
    const others = Float64Array.from(owners, (_, i) => {
      const sum = (list: Uint32Array): number =>
        list.reduce((total, bucket) => total + counts[bucket], 0);
      return (
        sum(groups.order.subarray(groups.starts[i], groups.starts[i + 1]).filter(accept)) -
        sum(buckets.subarray(starts[i], starts[i + 1]))
      );
    });
    return {
      keyed: this.#values.some(({ kind }) => kind === 'unmapped') ? 'unmapped' : 'text',
      format: RAW,
      kinds: this.#values.map(keysKind),
      formats: this.#values.map((values) => (values.kind === 'number' ? values.format : RAW)),
      starts,
      keys: Array.from(buckets, (bucket) => keys[bucket]),
      tuples: Array.from(buckets, (bucket) => tuples[bucket]),
      counts: Float64Array.from(buckets, (bucket) => counts[bucket]),
      errors: new Float64Array(buckets.length),
      others,
      bounds: new Float64Array(owners.length),
      children: this.#children.build(buckets),
    };
  }
}

const bytes = new Uint8Array(8);
const view = new DataView(bytes.buffer);

/** A text of a tuple; the texts sort as the tuples do, and no two tuples have the same. */
function orderedKey(keys: readonly Key[]): string {
  return keys.map(orderedText).join('');
}

function orderedText(key: Key): string {
  // A zero ends the text, so the zeros in it are marked.
  if (typeof key === 'string') return `${key.replaceAll('\0', '\0\u0001')}\0\0`;
  view.setFloat64(0, Number(key));
  const text = orderedBytes((bytes[0] & 0x80) !== 0);
  if (typeof key !== 'bigint') return text;
  // Different longs may be the same double, so all of their bits follow. Those of one double have
  // the same sign, or are above it, if unsigned.
  view.setBigUint64(0, BigInt.asUintN(64, key));
  return text + String.fromCharCode(...bytes);
}

/** The bytes of a double, in the order of the numbers. */
function orderedBytes(isNegative: boolean): string {
  const ordered = Array.from(bytes, (byte, i) =>
    isNegative ? byte ^ 0xff : i === 0 ? byte | 0x80 : byte,
  );
  return String.fromCharCode(...ordered);
}

function member(
  part: MultiTermsPart,
  bucket: number,
  at: number,
): { json: JsonValue; text: string } {
  const key = part.tuples[bucket]?.[at] ?? '';
  const keyed = part.kinds[at] ?? 'text';
  const shown = keyMembers({ keyed, keys: [key], format: part.formats[at] ?? RAW }, 0);
  const json = shown.key_as_string ?? shown.key ?? null;
  if (part.formats[at]?.kind === 'boolean') return { json: Number(key) !== 0, text: String(json) };
  if (typeof json === 'string') return { json, text: json };
  return { json, text: typeof key === 'string' ? showTerm(key, keyed) : numberText(key, keyed) };
}

function numberText(key: number | bigint, keyed: KeysKind): string {
  return keyed === 'double' ? textOfNumber(key, RAW) : String(key);
}

function tupleOf(node: AggregationNode<MultiTermsOptions>, part: MultiTermsPart, bucket: number) {
  return node.options.terms.map((_, at) => member(part, bucket, at));
}

export const multiTerms = aggregationType<MultiTermsOptions, MultiTermsPart>({
  name: 'multi_terms',
  takesValues: TERM_KINDS,
  usedAs: 'other',
  takes: 'buckets',
  parse,
  collector: (node, scope) => new MultiTermsCollector(node, scope),
  scaled: (node, part, scaling) => ({ ...part, ...scaledTerms(node, part, scaling) }),
  reduce(node, inputs, reduction) {
    const part = reduceTerms(node, inputs, reduction);
    const known = new Map<Key, readonly Key[]>();
    for (const { part: from } of inputs) {
      from.keys.forEach((key, i) => {
        known.set(key, from.tuples[i]);
      });
    }
    const shaped = inputs.find(({ part: { keyed } }) => keyed !== 'unmapped') ?? inputs[0];
    return {
      ...part,
      tuples: part.keys.map((key) => known.get(key) ?? []),
      kinds: shaped?.part.kinds ?? [],
      formats: shaped?.part.formats ?? [],
    };
  },
  render(node, { part, owner }, rendering) {
    const buckets: JsonObject[] = [];
    for (const bucket of rendering.buckets(node, part, owner)) {
      const tuple = tupleOf(node, part, bucket);
      buckets.push({
        key: tuple.map(({ json }) => json),
        key_as_string: tuple.map(({ text }) => text).join('|'),
        doc_count: part.counts[bucket],
        ...(node.options.showsErrors ? { doc_count_error_upper_bound: part.errors[bucket] } : {}),
        ...rendering.children(node, part.children, bucket),
      });
    }
    return {
      doc_count_error_upper_bound: part.bounds[owner],
      sum_other_doc_count: part.others[owner],
      buckets,
    };
  },
  buckets: (part) => part,
  bucketKey(node, part, bucket) {
    const tuple = tupleOf(node, part, bucket);
    return { key: tuple.map(({ json }) => json), text: tuple.map(({ text }) => text).join('|') };
  },
});
