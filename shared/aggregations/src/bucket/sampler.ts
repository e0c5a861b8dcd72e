/** `sampler`: the best documents of each shard. */
import { ApiError } from '@skein/errors';
import { into, readFields } from '@skein/reading';
import {
  type AggregationNode,
  aggregationType,
  type Collector,
  type CollectScope,
} from '../aggregation_type.js';
import { childrenOf } from '../collect/children.js';
import type { DocBlock } from '../collect/doc_block.js';
import { notNegative } from '../options/counts.js';
import { SampledDocs } from './sampled_docs.js';
import { SINGLE_BUCKET, type SinglePart } from './single_buckets.js';

interface SamplerOptions {
  readonly shardSize: number;
}

export const DEFAULT_SHARD_SAMPLE = 100;

class SamplerCollector implements Collector<SinglePart> {
  readonly #sampled: SampledDocs;

  constructor(node: AggregationNode<SamplerOptions>, scope: CollectScope) {
    this.#sampled = new SampledDocs({ size: node.options.shardSize }, childrenOf(node, scope));
  }

  segment(...at: Parameters<Collector['segment']>): void {
    this.#sampled.segment(...at);
  }

  collect(block: DocBlock): void {
    this.#sampled.add(block);
  }

  build(owners: Uint32Array): SinglePart {
    return this.#sampled.build(owners);
  }
}

/** There would be nothing to do with the documents. */
export function checkChildren(what: string, { children }: AggregationNode): void {
  if (children.length > 0) return;
  throw new ApiError(
    'aggregation_execution_exception',
    `${what} aggregation must be used with child aggregations.`,
  );
}

export const sampler = aggregationType<SamplerOptions, SinglePart>({
  ...SINGLE_BUCKET,
  name: 'sampler',
  parse(json, context) {
    const draft = { shardSize: DEFAULT_SHARD_SAMPLE };
    const own = {
      shard_size: into(draft, 'shardSize', 'number', notNegative('shard_size', context)),
    };
    readFields(json, own, { name: 'sampler', locate: context.locate });
    return draft;
  },
  needsScores: () => true,
  collector(node, scope) {
    checkChildren('Sampler', node);
    return new SamplerCollector(node, scope);
  },
});
