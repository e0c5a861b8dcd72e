export type {
  FieldAndFormat,
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
