export type { ExecutionEnvironment, IndexContext, ShardReader } from './execution/environment.js';
export type { SearchMapping } from './execution/search_mapping.js';
export type {
  FieldAndFormat,
  IndexBoost,
  SearchRequest,
  SortSpec,
  SourceSpec,
} from './request/search_request.js';
export type {
  ShardContext,
  ShardFetchRequest,
  ShardFetchResult,
  ShardHit,
  ShardQueryResult,
  ShardSearchRequest,
  SortKeyFormat,
} from './shard_messages.js';
