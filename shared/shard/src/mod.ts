export { finishInThread, reduceInThread } from './aggregation_calls.js';
export { checkAliasFilters } from './alias_filter_calls.js';
export { type AnalysisCalls, analyzeText, checkAnalysis } from './analysis_calls.js';
export { type AnalysisFiles, analysisOutside, NO_FILES } from './analysis_outside.js';
export {
  CallCodec,
  type CallReply,
  type CallRequest,
  packCall,
  packReply,
  unpackCall,
  unpackReply,
} from './call_codec.js';
export type * from './calls.js';
export { IndexContextCache } from './index_context_cache.js';
export { LocalShard } from './local_shard.js';
export { UNLIMITED_RATE } from './merge_rate.js';
export type { BulkOutcome, WriteItems, WriteResults } from './operations/bulk.js';
export { NO_CACHE, NO_SEARCHES } from './operations/stats.js';
export { EMPTY_STATS, storedStats } from './operations/stored_stats.js';
export { PublishedDocuments } from './published_documents.js';
export type { CopyMessage } from './replication/copy_messages.js';
export type { AppliedCopies, CopyPorts, RemoteLimits } from './replication/copy_ports.js';
export type { FileAnswer, FileMessage, FileReply } from './replication/file_messages.js';
export type { WrittenCopies } from './replication/open_writes.js';
export type {
  RecoveredFile,
  RecoveryStage,
  RecoveryState,
  RecoveryType,
  StageTime,
} from './replication/recovery_progress.js';
export type { RemoteAnswer, RemoteMessage, RemoteRecord } from './replication/remote_messages.js';
export type { RoundState } from './replication/round_progress.js';
export type { ReplicaLag } from './replication/segment_lags.js';
export type { PressureLimits } from './replication/segment_pressure.js';
export type {
  ExecutableContext,
  ExecuteScriptRequest,
  ScriptCalls,
  ScriptSetup,
} from './script_calls.js';
export { ScriptRunner } from './script_runner.js';
export { SearchActivity } from './search_activity.js';
export { SearchShard, type SearchShardOptions } from './search_shard.js';
export { type ReadCall, SearchableShard, type SearchableShardOptions } from './searchable_shard.js';
export type { ShardOptions } from './shard_options.js';
export type { ShardlessCalls } from './shardless_calls.js';
export { logsSlowSearches, searchSourceText, totalHitsText } from './slow_log/search_slow_log.js';
export { type SlowThresholds, slowLevel, slowThresholds } from './slow_log/slow_thresholds.js';
export type { BulkScriptResult, ScriptedDocument } from './update/bulk_script.js';
export { checkedPrimaryTerm, checkedSeqNo } from './update/compare_and_set.js';
export type { UpdateBody } from './update/update_body.js';
export { parseUpdateBody, validateUpdate } from './update/update_body.js';
