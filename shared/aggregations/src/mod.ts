export type {
  AggregationMapping,
  AggregationShard,
  ValueRun,
  ValueScript,
} from './aggregation_shard.js';
export type {
  AggregationNode,
  AggregationType,
  BucketColumns,
  BucketKey,
  OrderPath,
  ParseContext,
} from './aggregation_type.js';
export type { PipelineNode, PipelineType } from './pipeline_type.js';
export type { Collected, Limits } from './tree/collect_tree.js';
export { NO_LIMITS, TreeCollector } from './tree/collect_tree.js';
export type { AggregationTree, TreeReading } from './tree/parse_tree.js';
export { parseAggregations, seesAllDocuments } from './tree/parse_tree.js';
export type { ReduceOptions } from './tree/reduce_tree.js';
export { bucketCounter, reduceAggregations } from './tree/reduce_tree.js';
export { renderAggregations } from './tree/render_tree.js';
