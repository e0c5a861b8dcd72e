import type { JsonObject } from '@skein/content';
import type { PipelineNode } from './pipeline_type.js';

/** An aggregation of a request. */
export interface AggregationNode<O = unknown> {
  readonly name: string;
  readonly type: string;
  readonly options: O;
  /** The response shows it as the request gave it. */
  readonly meta: JsonObject | undefined;
  readonly children: readonly AggregationNode[];
  readonly pipelines: readonly PipelineNode[];
}
