/** `sampler`: the best documents of each shard. */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { AggregationNode } from '../../aggregation_node.js';
import { aggregationType } from '../../aggregation_type.js';
import { childrenOf } from '../../collect/children.js';
import type { Collector, CollectScope } from '../../collect/collector.js';
import type { DocBlock } from '../../collect/doc_block.js';
import { notNegative } from '../../options/counts.js';
import { readTokens } from '../../options/token_fields.js';
import { SINGLE_BUCKET, type SinglePart } from '../single_buckets.js';
import { SampledDocs } from './sampled_docs.js';

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

/** Refuses a sampler without sub-aggregations. */
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
    let shardSize = DEFAULT_SHARD_SAMPLE;
    const own = {
      shard_size: (value: JsonValue) => {
        shardSize = notNegative('shard_size', context)(value);
      },
    };
    // OpenSearch's message lacks the last quotation mark, too.
    const refusal = (key: string) =>
      `Unsupported property "${key}" for aggregation "${context.name}`;
    readTokens(json, { number: own }, { context, refusal });
    return { shardSize };
  },
  needsScores: () => true,
  collector(node, scope) {
    scope.late(() => checkChildren('Sampler', node));
    return new SamplerCollector(node, scope);
  },
});
