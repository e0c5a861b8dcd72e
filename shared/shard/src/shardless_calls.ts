/** What any search thread can be asked, apart from any shard. */
import type { PageReading, TransformPage } from '@skein/transform';
import type { AggregationCalls } from './aggregation_calls.js';
import type { AnalysisCalls } from './analysis_calls.js';
import type { StoredCalls } from './operations/stored_stats.js';
import type { ScriptCalls } from './script_calls.js';

interface TransformCalls {
  /** The answer to a page of a transform's groups, made documents. */
  readonly transform_page: { request: PageReading; reply: TransformPage };
}

export interface ShardlessCalls
  extends ScriptCalls,
    AnalysisCalls,
    AggregationCalls,
    StoredCalls,
    TransformCalls {}
