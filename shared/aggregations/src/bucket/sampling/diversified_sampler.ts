/**
 * `diversified_sampler`: the best documents of each shard, with only a few for each value of a
 * field.
 */
import { ApiError } from '@skein/errors';
import { into, textOf } from '@skein/reading';
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../../aggregation_node.js';
import { aggregationType } from '../../aggregation_type.js';
import { childrenOf } from '../../collect/children.js';
import type { Collector, CollectScope } from '../../collect/collector.js';
import type { DocBlock } from '../../collect/doc_block.js';
import { notNegative, positive } from '../../options/counts.js';
import { resolveValues } from '../../values/resolve_values.js';
import { type IdRows, noIds, numberIds, termIds, type ValueIds } from '../../values/value_ids.js';
import { SAMPLED_KINDS } from '../../values/value_names.js';
import { readValues, type ValuesOptions } from '../../values/values_options.js';
import { SINGLE_BUCKET, type SinglePart } from '../single_buckets.js';
import { SampledDocs } from './sampled_docs.js';
import { checkChildren, DEFAULT_SHARD_SAMPLE } from './sampler.js';

interface DiversifiedOptions extends ValuesOptions {
  readonly shardSize: number;
  readonly perValue: number;
}

function refuseAddresses(name: string | undefined, { shard }: CollectScope): never {
  const typeName = name === undefined ? 'ip' : shard.mapping.field(name)?.typeName;
  throw new ApiError(
    'illegal_argument_exception',
    `Field [${name}] of type [${typeName}] is not supported for aggregation [diversified_sampler]`,
  );
}

/** An index without the field has nothing to sample, and shows no sub-aggregations. */
interface DiversifiedPart extends SinglePart {
  readonly isUnmapped: boolean;
}

class DiversifiedCollector implements Collector<DiversifiedPart> {
  readonly #isUnmapped: boolean;
  readonly #sampled: SampledDocs;
  readonly #ids: ValueIds;
  #read: ((block: DocBlock) => IdRows) | undefined;

  constructor(node: AggregationNode<DiversifiedOptions>, scope: CollectScope) {
    const { options } = node;
    const values = resolveValues(options, scope.shard, {
      type: 'diversified_sampler',
      kinds: ['number', 'term'],
      standard: 'term',
    });
    if (values.kind === 'term' && values.text === 'ip') refuseAddresses(options.field, scope);
    this.#isUnmapped = values.kind === 'unmapped';
    if (values.kind === 'term') this.#ids = termIds(values);
    else if (values.kind === 'number') this.#ids = numberIds(values);
    else this.#ids = noIds();
    const choice = { size: options.shardSize, perValue: options.perValue };
    this.#sampled = new SampledDocs(choice, childrenOf(node, scope));
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#read = this.#ids.segment(reader);
    this.#sampled.segment(reader, docBase);
  }

  /**
   * Documents without a value count as having the same value; a document with several values is
   * refused.
   */
  collect(block: DocBlock): void {
    if (this.#isUnmapped) return;
    const values = new Uint32Array(block.count);
    const { rows, ids, count } = this.#read?.(block) ?? NO_ROWS;
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      if (values[row] !== 0) {
        throw new ApiError(
          'illegal_argument_exception',
          'Sample diversifying key must be a single valued-field',
        );
      }
      values[row] = ids[i] + 1;
    }
    this.#sampled.add(block, values);
  }

  build(owners: Uint32Array): DiversifiedPart {
    return { ...this.#sampled.build(owners), isUnmapped: this.#isUnmapped };
  }
}

const NO_ROWS: IdRows = { count: 0, rows: new Uint32Array(0), ids: new Uint32Array(0) };

export const diversifiedSampler = aggregationType<DiversifiedOptions, DiversifiedPart>({
  ...SINGLE_BUCKET,
  reduce: (node, inputs, reduction) => ({
    ...SINGLE_BUCKET.reduce(node, inputs, reduction),
    isUnmapped: inputs.every(({ part }) => part.isUnmapped),
  }),
  render: (node, shown, rendering) =>
    shown.part.isUnmapped ? { doc_count: 0 } : SINGLE_BUCKET.render(node, shown, rendering),
  name: 'diversified_sampler',
  typeName: () => 'sampler',
  resultName: (_node, { isUnmapped }) => (isUnmapped ? 'UnmappedSampler' : 'InternalSampler'),
  takesValues: SAMPLED_KINDS,
  parse(json, context) {
    const draft = { shardSize: DEFAULT_SHARD_SAMPLE, perValue: 1 };
    const own = {
      shard_size: into(draft, 'shardSize', 'number', notNegative('shardSize', context)),
      max_docs_per_value: into(draft, 'perValue', 'number', positive('maxDocsPerValue', context)),
      execution_hint: ['string', textOf] as const,
    };
    return { ...readValues(json, context, { own, formats: false }), ...draft };
  },
  needsScores: () => true,
  collector(node, scope) {
    scope.late(() => checkChildren('Sampler', node));
    return new DiversifiedCollector(node, scope);
  },
});
