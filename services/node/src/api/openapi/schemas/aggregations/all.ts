/** The schemas of all aggregations. */
import type { AggregationSchemas } from './aggregation_parts.js';
import { BUCKET_AGGREGATIONS } from './bucket_aggregations.js';
import { METRIC_AGGREGATIONS } from './metric_aggregations.js';
import { PIPELINE_AGGREGATIONS } from './pipeline_aggregations.js';

export const AGGREGATIONS: AggregationSchemas = {
  ...METRIC_AGGREGATIONS,
  ...BUCKET_AGGREGATIONS,
  ...PIPELINE_AGGREGATIONS,
};
