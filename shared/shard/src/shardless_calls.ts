/** Calls to any search thread, apart from any shard. */
import type { PageReading, TransformPage } from '@skein/transform';
import type { AggregationCalls } from './aggregation_calls.js';
import type { AliasFilterCalls } from './alias_filter_calls.js';
import type { AnalysisCalls } from './analysis_calls.js';
import type { StoredCalls } from './operations/stored_stats.js';
import type { ScriptCalls } from './script_calls.js';

interface TransformCalls {
  /** Converts the response for a page of a transform's groups into documents. */
  readonly transform_page: { request: PageReading; reply: TransformPage };
}

export interface ShardlessCalls
  extends ScriptCalls,
    AnalysisCalls,
    AliasFilterCalls,
    AggregationCalls,
    StoredCalls,
    TransformCalls {}
