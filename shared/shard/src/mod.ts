export { type AnalysisCalls, analyzeText } from './analysis_calls.js';
export type {
  GetRequest,
  GetResult,
  MappingVersion,
  OpenShardRequest,
  SearchCalls,
  ShardEvent,
  ShardStats,
  SourceFilter,
  VersionType,
  WriteCalls,
  WriteItem,
  WriteItemResult,
} from './calls.js';
export { IndexContextCache } from './index_context_cache.js';
export { LocalShard } from './local_shard.js';
export type { WriteItems, WriteResults } from './operations/bulk.js';
export { PublishedDocuments } from './published_documents.js';
export type {
  ExecutableContext,
  ExecuteScriptRequest,
  ScriptCalls,
  ScriptSetup,
} from './script_calls.js';
export { ScriptRunner } from './script_runner.js';
export { SearchShard, type SearchShardOptions } from './search_shard.js';
export type { ShardOptions } from './shard_options.js';
export type { ShardlessCalls } from './shardless_calls.js';
export type { UpdateBody } from './update/update_body.js';
export { parseUpdateBody, sourceFilterOf, validateUpdate } from './update/update_body.js';
