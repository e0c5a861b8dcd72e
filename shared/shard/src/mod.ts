export type {
  GetRequest,
  GetResult,
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
