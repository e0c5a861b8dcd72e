/** What any search thread can be asked, apart from any shard. */
import type { AggregationCalls } from './aggregation_calls.js';
import type { AnalysisCalls } from './analysis_calls.js';
import type { StoredCalls } from './operations/stored_stats.js';
import type { ScriptCalls } from './script_calls.js';

export interface ShardlessCalls extends ScriptCalls, AnalysisCalls, AggregationCalls, StoredCalls {}
