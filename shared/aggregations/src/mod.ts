export type { AggregationNode } from './aggregation_node.js';
export type {
  AggregationMapping,
  AggregationShard,
  FoundHits,
  HitsRequest,
  MetricScriptReferences,
  MetricScripts,
  MetricState,
  QueryData,
  ValueRun,
  ValueScript,
  WantedValues,
} from './aggregation_shard.js';
export type {
  AggregationType,
  BucketColumns,
  BucketKey,
  ParseContext,
  QueryChange,
} from './aggregation_type.js';
export { AggregationUses } from './aggregation_uses.js';
export { type CellBox, type GridCell, type GridName, gridCell } from './geo/grid_cell.js';
export type { HeuristicScripts } from './options/heuristic_scripts.js';
export type {
  PipelineNode,
  PipelineScript,
  PipelineScriptContext,
  PipelineType,
} from './pipeline_type.js';
export { type AggregationProfile, AggregationProfiler } from './profile/aggregation_profiler.js';
export type { OrderPath, ReduceScript } from './reduction.js';
export {
  takenValues,
  typeNames as registeredAggregations,
  typesWithManyBuckets,
} from './registry.js';
export type { Collected, Limits, TakesSegment } from './tree/collect_tree.js';
export { NO_LIMITS, TreeCollector } from './tree/collect_tree.js';
export type { FinishOptions } from './tree/finish_tree.js';
export { finishAggregations, needsThread, partsBytes } from './tree/finish_tree.js';
export { mapAggregationQueries } from './tree/map_queries.js';
export { mergesSegments } from './tree/merges_segments.js';
export type { AggregationTree, TreeReading } from './tree/parse_tree.js';
export { parseAggregations, seesAllDocuments } from './tree/parse_tree.js';
export { bucketCounter, reduceAggregations } from './tree/reduce_tree.js';
export { isShortTree } from './tree/short_tree.js';
