export { intersectTerms } from './automaton/intersect.js';
export type { LevenshteinOptions } from './automaton/levenshtein.js';
export { matchesRegexp, matchesWildcard, regexpMatcher } from './automaton/matches.js';
export type { RegexpFlags } from './automaton/regexp/parser.js';
export type { RegexpOptions } from './automaton/regexp/regexp_automaton.js';
export { prefixAutomaton } from './automaton/wildcard.js';
export type { IndexCheck, IndexProblem, SegmentCheck } from './check/check_index.js';
export { checkIndex } from './check/check_index.js';
export { type FileChecksums, fileChecksums } from './check/file_checksums.js';
export type { StoredCompression } from './codec/v1/stored_fields/block_compression.js';
export type {
  ColumnKind,
  FieldSpec,
  PostingsDetail,
  TermVectorDetail,
} from './document/field_spec.js';
export type {
  AsciiTerm,
  AsciiText,
  IndexableDocument,
  IndexedField,
  NestedDocument,
  OwnBytes,
  StoredDocument,
} from './document/indexable_document.js';
export {
  ID_FIELD,
  NESTED_PATH_FIELD,
  PRIMARY_TERM_FIELD,
  SEQ_NO_FIELD,
  VERSION_FIELD,
} from './document/indexable_document.js';
export {
  DELETE_TOMBSTONE,
  deleteTombstone,
  NOOP_TOMBSTONE,
  noopTombstone,
} from './document/tombstone.js';
export { boxMeets } from './geo_shape/box_meets.js';
export { unwrapPolygon } from './geo_shape/dateline.js';
export {
  DocumentTriangles,
  storedTriangles,
  TriangleList,
} from './geo_shape/document_triangles.js';
export { pointInRing } from './geo_shape/edge_tree.js';
export type {
  Coordinates,
  GeoGeometry,
  GeoShapeBox,
  GeoShapeCircle,
  GeoShapePolygon,
} from './geo_shape/geometry.js';
export { GLOBE, PLANE, type Surface } from './geo_shape/surface.js';
export { triangulate } from './geo_shape/triangulate.js';
export {
  type CommitPoint,
  commitFiles,
  commitGenerations,
  isCommitFile,
  readCommit,
  readCommitFile,
  readNewestCommit,
} from './index/commit_point.js';
export { type FieldMemory, forgetFieldMemory } from './index/field_memory.js';
export {
  type FlushJob,
  type FlushPort,
  type FlushRun,
  memoryOf,
  runFlush,
} from './index/flush_job.js';
export type { IndexSort, IndexSortField } from './index/index_sort.js';
export { IndexWriter } from './index/index_writer.js';
export type {
  IndexStats,
  IndexWriterOptions,
  SegmentFigures,
  SegmentStats,
} from './index/index_writer_options.js';
export { openSegment, openSegments } from './index/open_segments.js';
export { ReadOnlyIndex } from './index/read_only_index.js';
export { isIndexFile } from './index/recover.js';
export type { DocumentFilter } from './index/retain_documents.js';
export { type HistoryDocument, readSegmentHistory } from './index/segment_history.js';
export type {
  ColumnMaking,
  Completions,
  DocIterator,
  GeoColumn,
  GeoPlaces,
  Impacts,
  NumberColumn,
  NumberSlots,
  OrdinalColumn,
  PointsReader,
  PostingsIterator,
  SegmentReader,
  ShapeColumn,
  TermsReader,
  TermsWithin,
  TermVectors,
  Uninverting,
  VectorColumn,
  VectorTerm,
} from './index/segment_reader.js';
export { NO_MORE_DOCS } from './index/segment_reader.js';
export type { ReaderSnapshot, SegmentHandle } from './index/snapshot.js';
export { snapshotFigures } from './index/snapshot_figures.js';
export { KERNEL_FILE } from './kernel_file.js';
export { LANES } from './memory/arena.js';
export { BreakerAccount, type MemoryLease } from './memory/breaker_account.js';
export {
  BreakerBoard,
  type BreakerLimits,
  type BreakerReport,
  type ChildLimits,
  type SharedBreakers,
} from './memory/breaker_board.js';
export type { ChildBreaker } from './memory/circuit_breaker.js';
export {
  beginDocument,
  DOCUMENT_STEP_BYTES,
  endDocument,
  enterDocumentMemory,
  takeDocumentMemory,
} from './memory/document_memory.js';
export {
  endRequestArrays,
  enterRequestArrays,
  RequestArrays,
  requestDoubles,
  requestFloats,
  requestWords,
} from './memory/request_arrays.js';
export {
  enterRequestMemory,
  giveBackMemory,
  REQUEST_STEP_BYTES,
  takeMemory,
  takenMemory,
} from './memory/request_memory.js';
export { PartNotLoaded, SegmentSpace } from './memory/segment_space.js';
export type { SharedSpace, SpaceStats, ThreadOptions } from './memory/space_types.js';
export { enterSpace, letGoOfParts, threadSpace } from './memory/thread_space.js';
export { ForcedMerge } from './merge/forced_merge.js';
export { MergeControl } from './merge/merge_control.js';
export { type MergeJob, runMerge, stopMerge } from './merge/merge_job.js';
export { MergeStopped } from './merge/merge_pace.js';
export type { TieredOptions } from './merge/tiered.js';
export type { Collector, DocsCollector } from './search/collector.js';
export {
  type DocRows,
  type GatheredNumbers,
  gatherNumbers,
  gatherSlots,
} from './search/columns/gather.js';
export type { QueriedContext } from './search/completion/completion_starts.js';
export { CONTEXT_SEPARATOR } from './search/completion/completion_starts.js';
export type { FuzzyPrefixOptions, PrefixAutomaton } from './search/completion/prefix_automaton.js';
export {
  exactPrefixes,
  fuzzyPrefixes,
  regexpPrefix,
} from './search/completion/prefix_automaton.js';
export type { CompletionQuery, TopCompletion } from './search/completion/top_completions.js';
export { topCompletions } from './search/completion/top_completions.js';
export type { CorpusStatistics, StatisticsSource } from './search/corpus_statistics.js';
export {
  StatisticsRecorder,
  sharedStatistics,
  sumStatistics,
} from './search/corpus_statistics.js';
export type { SearcherOptions } from './search/create_searcher.js';
export { createSearcher, DEFAULT_MAX_CLAUSE_COUNT } from './search/create_searcher.js';
export type { DocSet, DocSetSource } from './search/doc_set_weight.js';
export { docSetWeight } from './search/doc_set_weight.js';
export { explainSimilarity, termFrequency } from './search/explain/explain_similarity.js';
export type { ExplainedDoc } from './search/explain/explain_weight.js';
export { explainWeight, scoreOf } from './search/explain/explain_weight.js';
export type { Explanation } from './search/explain/explanation.js';
export { matched, unmatched } from './search/explain/explanation.js';
export type { Decay, DecayShape } from './search/functions/decay.js';
export { decayFunction } from './search/functions/decay.js';
export type { FieldValueFactor, Modifier } from './search/functions/field_value_factor.js';
export { fieldValueFactor, MODIFIERS } from './search/functions/field_value_factor.js';
export type { RandomScore } from './search/functions/random_score.js';
export { randomFraction, randomScore } from './search/functions/random_score.js';
export type { ComputeRows, ScoreFunction, ValueMode } from './search/functions/score_function.js';
export type { GeoArea, GeoBox, GeoPolygon, GeoRing } from './search/geo/area.js';
export { boxArea, circleArea, polygonArea, unionArea } from './search/geo/area.js';
export type { GeoPoint } from './search/geo/distance.js';
export { haversineFrom, haversineMeters, planeFrom } from './search/geo/distance.js';
export { type GlobalOrdinals, globalOrdinals } from './search/global_ordinals.js';
export type { IndexSearcher } from './search/index_searcher.js';
export type { IntervalRelation } from './search/intervals/combine.js';
export { intervalQuery } from './search/intervals/interval_query.js';
export type { IntervalFilter, Intervals } from './search/intervals/sources.js';
export {
  anyOfIntervals,
  extendedIntervals,
  filteredIntervals,
  fixedFieldIntervals,
  maxGapsIntervals,
  noIntervals,
  orderedIntervalsOf,
  patternIntervals,
  phraseOfIntervals,
  termIntervals,
  testedIntervals,
  unorderedIntervalsOf,
} from './search/intervals/sources.js';
export { countBits, hasBit, setBit } from './search/iterators/bit_set.js';
export { drainBits } from './search/iterators/drain.js';
export { atLevelQuery } from './search/join/at_level.js';
export type { BlockJoinOptions, BlockJoinQuery, JoinScoreMode } from './search/join/block_join.js';
export { blockJoinQuery, isBlockJoin } from './search/join/block_join.js';
export type { BlockLevel } from './search/join/block_level.js';
export { levelDocs } from './search/join/block_level.js';
export type { BlockPlace } from './search/join/in_block.js';
export { inBlockQuery, nestedOffsets } from './search/join/in_block.js';
export type { NestedDocsOptions } from './search/join/nested_docs.js';
export { nestedDocs } from './search/join/nested_docs.js';
export type { NestedDocs } from './search/join/nested_values.js';
export type { TermJoin } from './search/join/term_join.js';
export { termJoinQuery } from './search/join/term_join.js';
export { toChildrenQuery } from './search/join/to_children.js';
export {
  type BlockBuckets,
  BlockKernels,
  type BlockSums,
  type CellTable,
  type OwnedDocs,
} from './search/kernels/block_kernels.js';
export { Kernels, type KernelsOptions } from './search/kernels/kernels.js';
export { type StepTable, stepTable } from './search/kernels/step_table.js';
export { LeafCount } from './search/leaf_count.js';
export type {
  FittingTerm,
  Mark,
  MarkedPhrase,
  MarksInText,
  PatternMark,
  SpanMark,
  TermMark,
  WordMark,
} from './search/marks.js';
export {
  hiddenMarks,
  looseMarks,
  marksOf,
  patternMark,
  termMark,
  weightedMarks,
} from './search/marks.js';
export { matchingDocs } from './search/matching_docs.js';
export { OutOfTime } from './search/out_of_time.js';
export { type QueryProfile, QueryProfiler } from './search/profile/query_profiler.js';
export { breakdownOf, nanosOf, type ReadClock, Stopwatch } from './search/profile/stopwatch.js';
export { blendedFieldsQuery } from './search/queries/blended_fields.js';
export type { BlendedTerm } from './search/queries/blended_terms.js';
export { blendedTermsQuery } from './search/queries/blended_terms.js';
export type { BooleanClauses, BooleanQuery } from './search/queries/boolean.js';
export { booleanQuery, isBoolean } from './search/queries/boolean.js';
export { boostQuery, isBoost } from './search/queries/boost.js';
export { cappedScoreQuery } from './search/queries/capped_score.js';
export {
  columnPatternQuery,
  columnRangeQuery,
  columnSpanQuery,
  columnTermsQuery,
  isColumnPattern,
} from './search/queries/column_search.js';
export { combinedFieldsQuery, type WeightedField } from './search/queries/combined_fields.js';
export { commonTermsQuery, isCommon } from './search/queries/common_terms.js';
export type { ComputedScore } from './search/queries/computed_score.js';
export { computedScoreQuery } from './search/queries/computed_score.js';
export { constantScoreQuery, isConstantScore } from './search/queries/constant_score.js';
export type { CoveringMinimum } from './search/queries/covering.js';
export { coveringQuery, fieldMinimum } from './search/queries/covering.js';
export { describedQuery } from './search/queries/described.js';
export { disjunctionMaxQuery } from './search/queries/disjunction_max.js';
export { distanceFeatureQuery } from './search/queries/distance_feature.js';
export { docsFromQuery } from './search/queries/docs_from.js';
export type { EncodedRange, RangeRelation } from './search/queries/encoded_range.js';
export { encodedRangeQuery } from './search/queries/encoded_range.js';
export { existsQuery } from './search/queries/exists.js';
export type { Feature, FeatureFunction } from './search/queries/feature.js';
export { featureQuery, featureTerm } from './search/queries/feature.js';
export type { FunctionScoreOptions, WeightedFunction } from './search/queries/function_score.js';
export { functionScoreQuery } from './search/queries/function_score.js';
export type { FuzzyQuery } from './search/queries/fuzzy.js';
export { fuzzyQuery } from './search/queries/fuzzy.js';
export { geoAreaQuery } from './search/queries/geo_area.js';
export type { ShapeRelation } from './search/queries/geo_shape.js';
export { geoShapeQuery } from './search/queries/geo_shape.js';
export { murmur3 } from './search/queries/id_hash.js';
export type { KnnOptions, NearestOptions } from './search/queries/knn.js';
export { knnQuery, vectorThresholdQuery } from './search/queries/knn.js';
export { matchAllQuery } from './search/queries/match_all.js';
export { matchNoneQuery } from './search/queries/match_none.js';
export type { LikeOptions, LikeWords } from './search/queries/more_like_this.js';
export { moreLikeThisQuery } from './search/queries/more_like_this.js';
export type { ExpandedTerm, MultiTermQuery } from './search/queries/multi_term.js';
export { expandTerms, isMultiTerm } from './search/queries/multi_term.js';
export { numberRangeQuery } from './search/queries/number_range.js';
export { numberSetQuery } from './search/queries/number_set.js';
export { type NumberSpans, numberSpansQuery } from './search/queries/number_spans.js';
export { eitherText } from './search/queries/number_text.js';
export type { PhraseParts } from './search/queries/phrase.js';
export { eitherOf, nearSpans, phraseQuery } from './search/queries/phrase.js';
export type { DocPredicate } from './search/queries/predicate.js';
export { predicateQuery } from './search/queries/predicate.js';
export type { PrefixOptions } from './search/queries/prefix.js';
export { prefixQuery } from './search/queries/prefix.js';
export { regexpQuery } from './search/queries/regexp.js';
export type { MultiTermRewrite } from './search/queries/rewritten_terms.js';
export { isRewrittenTerms, rewrittenTermsQuery } from './search/queries/rewritten_terms.js';
export type { ScoredDocsSource } from './search/queries/scored_docs.js';
export { scoredDocsQuery } from './search/queries/scored_docs.js';
export { scoredIdsQuery } from './search/queries/scored_ids.js';
export type { Slice } from './search/queries/slice.js';
export { idSliceQuery, numberSliceQuery } from './search/queries/slice.js';
export type { TermQuery } from './search/queries/term.js';
export { isTerm, termQuery } from './search/queries/term.js';
export type { TermRange } from './search/queries/term_range.js';
export { termRangeQuery } from './search/queries/term_range.js';
export { onlyTerm, termsQuery } from './search/queries/terms.js';
export { wildcardQuery } from './search/queries/wildcard.js';
export type { Query, ScorerSupplier, Weight } from './search/query.js';
export { bytesText, termText } from './search/query_text.js';
export type { RequiredTerm, RequiredTerms } from './search/query_traits.js';
export {
  hasSmallWeights,
  isCountedAtOnce,
  isNothing,
  mayMatchNested,
} from './search/query_traits.js';
export { requiredTerms } from './search/required_terms.js';
export type * from './search/results.js';
export type { ScoredDocs } from './search/scored_docs_weight.js';
export type { Scorer } from './search/scorer.js';
export { MergedTermsScorer } from './search/scorers/merged_terms_scorer.js';
export type { ScoreBatch } from './search/scorers/score_batch.js';
export type * from './search/search_options.js';
export type { ValueBounds } from './search/selection.js';
export type { Bm25Options } from './search/similarity/bm25.js';
export { bm25 } from './search/similarity/bm25.js';
export { booleanSimilarity } from './search/similarity/boolean.js';
export { dfi, INDEPENDENCE_MEASURES } from './search/similarity/dfi.js';
export type { DfrOptions } from './search/similarity/dfr.js';
export { dfr } from './search/similarity/dfr.js';
export { AFTER_EFFECTS, BASIC_MODELS } from './search/similarity/dfr_models.js';
export { decodeFieldLength } from './search/similarity/field_length.js';
export type { IbOptions } from './search/similarity/ib.js';
export { DISTRIBUTIONS, ib, LAMBDAS } from './search/similarity/ib.js';
export { lmDirichlet } from './search/similarity/lm_dirichlet.js';
export { lmJelinekMercer } from './search/similarity/lm_jelinek_mercer.js';
export type { Normalization } from './search/similarity/normalization.js';
export {
  noNormalization,
  normalizationH1,
  normalizationH2,
  normalizationH3,
  normalizationZ,
} from './search/similarity/normalization.js';
export { presence } from './search/similarity/presence.js';
export type { Similarity, SimilarityScorer } from './search/similarity/similarity.js';
export {
  spanContainingQuery,
  spanFirstQuery,
  spanNearQuery,
  spanNotQuery,
  spanOrQuery,
  spanWithinQuery,
} from './search/spans/compounds.js';
export {
  fieldMaskingSpanQuery,
  noSpansQuery,
  spanMultiTermQuery,
  spanTermQuery,
} from './search/spans/leaves.js';
export type { SpanQuery } from './search/spans/span_query.js';
export { isSpan } from './search/spans/span_query.js';
export type {
  PositionedTerms,
  Positions,
  Span,
  SpanSource,
  TermsOfFields,
} from './search/spans/span_source.js';
export type { FieldStatistics, TermStatistics } from './search/statistics.js';
export { compareSortKeys, type SortKeyOrder } from './search/top_docs/compare_sort_keys.js';
export { compareCodePoints } from './search/top_docs/computed_text_key.js';
export type { GroupField } from './search/top_docs/group_keys.js';
export { groupByField } from './search/top_docs/group_keys.js';
export type { AppendHandle, Directory, FileReads } from './store/directory.js';
export { ReadTooLong } from './store/directory.js';
export type {
  CrashDamage,
  CrashEntries,
  MemoryDirectoryOptions,
} from './store/memory_directory.js';
export { MemoryDirectory } from './store/memory_directory.js';
export { scoreOfDistance, squaredLength, vectorScore } from './vectors/vector_score.js';
export type * from './vectors/vector_spec.js';
