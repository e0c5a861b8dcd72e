export { AggregationUses, registeredAggregations, takenValues } from '@skein/aggregations';
export { canMatchShard } from './execution/can_match_shard.js';
export { checkFilter } from './execution/check_filter.js';
export { executeDfsPhase } from './execution/dfs_phase.js';
export type * from './execution/environment.js';
export { explainDocument } from './execution/explain_document.js';
export { executeFetchPhase } from './execution/fetch_phase.js';
export { interruptionCheck } from './execution/interruption.js';
export { listTerms, mergeTerms } from './execution/list_terms.js';
export type { ScriptTrial } from './execution/run_document_script.js';
export { runDocumentScript } from './execution/run_document_script.js';
export { executeSearch, helpSearch, type SearchWork } from './execution/search_call.js';
export type { SearchMapping } from './execution/search_mapping.js';
export type { HelpedPart, SharedSegments, ShareSegments } from './execution/segment_help.js';
export { isShardInSlice } from './execution/slice_query.js';
export { termVectors } from './execution/term_vectors.js';
export { validateQuery } from './execution/validate_query.js';
export { sourceValues } from './fetch/source_values.js';
export { percolatorFields } from './percolator/index_queries.js';
export { type PackedPlan, packPlan, unpackPlan } from './plan/packed_plan.js';
export { PlanCache, type ReadPlan } from './plan/plan_cache.js';
export { isKept, isReusableFilter, mayBeKept } from './plan/reusable.js';
export {
  checkPlan,
  isOfThisRelease,
  PLAN_VERSION,
  planOf,
  type SearchPlan,
} from './plan/search_plan.js';
export { profileJson, type ShardProfile } from './profile/render_profile.js';
export type { FetchProfile } from './profile/search_profile.js';
export { allOf, anyOf, anyOfJson } from './queries/bool.js';
export { existsNode } from './queries/exists.js';
export { MATCH_ALL } from './queries/match_all.js';
export { tokenName } from './queries/options.js';
export type { ParseQueryOptions } from './queries/parse_query.js';
export { parseQuery, toLibraryQuery } from './queries/parse_query.js';
export type { QueryNode } from './queries/query_node.js';
export type { QueryShardContext } from './queries/query_shard_context.js';
export type {
  FoundDocuments,
  NeededDocument,
  QueryCost,
  QueryNeeds,
} from './queries/query_type.js';
export { registeredQueries } from './queries/registry.js';
export { termNode } from './queries/term.js';
export { fillQuery, needsOf, queryJson } from './queries/visit_queries.js';
export type { RankEvaluation, RatedRequest } from './ranking/parse_rank_eval.js';
export { parseRankEvaluation, ratingKey } from './ranking/parse_rank_eval.js';
export type { UnfinishedAggregations } from './reduce/finish_aggregations.js';
export {
  aggregationBytes,
  finished,
  finishedBytes,
  finishesInThread,
  fromBytes,
  reducedParts,
  unfinishedAggregations,
} from './reduce/finish_aggregations.js';
export type { MergedHit, MergedResult, ShardPart } from './reduce/merge_query_results.js';
export {
  DEFAULT_MAX_BUCKETS,
  keepBestHits,
  mergeQueryResults,
} from './reduce/merge_query_results.js';
export { reduceFailed } from './reduce/reduce_failed.js';
export type { RenderedSearch } from './reduce/render_search.js';
export { renderHits, renderSearch } from './reduce/render_search.js';
export type { BodyLocation, BodyLocator } from './request/body_location.js';
export { bodyLocator } from './request/body_location.js';
export { DEFAULT_SIZE, DEFAULT_TRACK_TOTAL_HITS, emptyRequest } from './request/empty_request.js';
export { type FieldReaders, readFields } from './request/object_fields.js';
export { parseCountBody, parseIndexFilterBody } from './request/parse_count_request.js';
export { neighboursWanted, withNeighbours } from './request/parse_knn.js';
export type { ParseSearchOptions } from './request/parse_search_request.js';
export {
  parseSearchRequest,
  searchMembers,
  terminateAfterOf,
} from './request/parse_search_request.js';
export { SHARD_DOC_FIELD } from './request/parse_sort.js';
export type { UrlSource } from './request/parse_source.js';
export { parseSource, parseUrlSource } from './request/parse_source.js';
export type {
  TermVectorsDefaults,
  TermVectorsOptions,
  TermVectorsRequest,
} from './request/parse_term_vectors.js';
export { parseMultiTermVectors, parseTermVectors } from './request/parse_term_vectors.js';
export { mapQueries, queriesOf } from './request/request_queries.js';
export { checkSearchPipeline, NO_PIPELINE } from './request/search_pipeline.js';
export type {
  CollapseSpec,
  FieldAndFormat,
  IndexBoost,
  PointInTimeSpec,
  ScrollPage,
  SearchRequest,
  SliceSpec,
  SortSpec,
  SourceSpec,
} from './request/search_request.js';
export { isSuggestOnly } from './request/suggest_only.js';
export type { LocatedBody, UnreadSearch } from './request/unread_search.js';
export {
  readingSearch,
  readLocatedSearch,
  readSearch,
  totalHitsAsIntLimit,
} from './request/unread_search.js';
export type { SearchUrlParams } from './request/url_params.js';
export { urlQuery, urlQueryJson } from './request/url_params.js';
export type { ShardHit } from './shard_hit.js';
export type {
  AnswerForm,
  AskedSearch,
  FoundSearch,
  RenderedAnswer,
  Seen,
  ShardCanMatchRequest,
  ShardCanMatchResult,
  ShardContext,
  ShardExplainRequest,
  ShardExplainResult,
  ShardFetchRequest,
  ShardFetchResult,
  ShardOrigin,
  ShardQueryResult,
  ShardSearchCall,
  ShardSearchReply,
  ShardSearchRequest,
  ShardTermsRequest,
  ShardTermsResult,
  ShardTermVectorsRequest,
  ShardTermVectorsResult,
  ShardValidateRequest,
  ShardValidateResult,
  SortKeyFormat,
} from './shard_messages.js';
export { hitAt, isRead } from './shard_messages.js';
export type { FieldGrant, Visibility } from './visibility/visibility.js';
export { VisibleFields } from './visibility/visibility.js';
export { visibleEnvironment } from './visibility/visible_index.js';
