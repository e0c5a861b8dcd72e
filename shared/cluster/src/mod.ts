export type {
  AllocationFacts,
  DiskSpace,
  StoredCopy,
  StoreQuestion,
} from './allocation/allocation_facts.js';
export { unassignedRouting } from './allocation/build_routing.js';
export { isDiskAbove } from './allocation/deciders/disk_threshold.js';
export { answerOf } from './allocation/deciders/judge.js';
export type { Answer, Decision } from './allocation/decision.js';
export { nextPlacementMs, storesToAskFor } from './allocation/due.js';
export type {
  AllocationAnswer,
  ExplainedStore,
  NodeExplanation,
  ShardExplanation,
} from './allocation/explain_shard.js';
export { explainShard } from './allocation/explain_shard.js';
export type { RerouteParameters } from './allocation/reroute_commands/reroute_command.js';
export type {
  RerouteCommand,
  RerouteCommandName,
  RerouteExplanation,
} from './allocation/reroute_commands/run_reroute_commands.js';
export {
  REROUTE_COMMANDS,
  runRerouteCommands,
} from './allocation/reroute_commands/run_reroute_commands.js';
export type { AliasDefinition } from './commands/alias_rules.js';
export { makeTemplateAlias } from './commands/alias_rules.js';
export type { CloseIndexRequest } from './commands/close_index.js';
export { decodeCommandRequest, encodeCommandRequest } from './commands/command_codec.js';
export type { Command, CommandEnvironment, CommandPriority } from './commands/command_type.js';
export { PRIORITIES, stepsOf } from './commands/command_type.js';
export { streamTemplate } from './commands/create_data_stream.js';
export type { CreateIndexRequest } from './commands/create_index.js';
export { NOTHING_OF_ITS_OWN } from './commands/create_index.js';
export type { CreateSnapshotRequest } from './commands/create_snapshot.js';
export type { LifecycleEffect, LifecycleStepRequest } from './commands/lifecycle_step.js';
export { mappingContext } from './commands/mapping_context.js';
export type { ModifyDataStreamsRequest, StreamAction } from './commands/modify_data_streams.js';
export type { AliasChange } from './commands/planned_filters.js';
export { mayAddFilters, planningFilters } from './commands/planned_filters.js';
export type { PutIndexTemplateRequest } from './commands/put_index_template.js';
export { withIndexTemplate } from './commands/put_index_template.js';
export type { PutMappingRequest } from './commands/put_mapping.js';
export { type PolicyDues, requireSnapshotPolicy } from './commands/put_snapshot_policy.js';
export type { CommandName, CommandRequest } from './commands/registry.js';
export { COMMANDS, commandOf } from './commands/registry.js';
export type { ReloadSearchAnalyzersRequest } from './commands/reload_search_analyzers.js';
export { isRemote } from './commands/remote_store_rules.js';
export type { ResizeIndexRequest } from './commands/resize_index.js';
export type {
  RemoteIndexToRestore,
  RestoreRemoteStoreRequest,
} from './commands/restore_remote_store.js';
export type { RestoreSnapshotRequest } from './commands/restore_snapshot.js';
export type { RolloverPlan, RolloverRequest } from './commands/rollover.js';
export { planRollover } from './commands/rollover.js';
export type { ShardFailedRequest } from './commands/shard_failed.js';
export type { ShardCopyRef } from './commands/shard_started.js';
export type {
  PolicyProgress,
  RetentionEnd,
  SnapshotPolicyEffect,
  SnapshotPolicyStepRequest,
} from './commands/snapshot_policy_step.js';
export type { TransformProgress } from './commands/transform_step.js';
export type { AliasAction, UpdateAliasesRequest } from './commands/update_aliases.js';
export type { UpdateIndexSettingsRequest } from './commands/update_index_settings.js';
export type { CoordinationSettings } from './coordination/coordination_settings.js';
export { COORDINATION_DEFAULTS } from './coordination/coordination_settings.js';
export type {
  CoordinationState,
  Mode,
  NodeIdentity,
  Peer,
  PersistentState,
  StartOptions,
} from './coordination/coordination_state.js';
export { BLANK_PERSISTENT, startCoordination } from './coordination/coordination_state.js';
export type { Effect, Input, Proposal, RejectReason } from './coordination/effects.js';
export type { Message } from './coordination/messages.js';
export type { NodeId, PublishedState, VotingConfig } from './coordination/published_state.js';
export { BLANK_STATE, isQuorum, sameConfig } from './coordination/published_state.js';
export type { ReconfigurationInput } from './coordination/reconfiguration.js';
export { reconfigure } from './coordination/reconfiguration.js';
export type { Rules } from './coordination/rules.js';
export { RULES } from './coordination/rules.js';
export type { Step, StepFunction } from './coordination/step.js';
export { step, stepUnder } from './coordination/step.js';
export type { AttributeValueHealth } from './health/awareness_health.js';
export { awarenessHealth } from './health/awareness_health.js';
export type { ClusterHealth, HealthStatus, IndexHealth, ShardHealth } from './health/health.js';
export { clusterHealth, indexHealth, shardHealth, worstStatus } from './health/health.js';
export type { GossipMessage, MemberDelta, MemberId } from './membership/gossip_messages.js';
export type { MembershipSettings } from './membership/membership_settings.js';
export { MEMBERSHIP_DEFAULTS } from './membership/membership_settings.js';
export type {
  MemberHealth,
  MemberRecord,
  MemberStatus,
  MembershipOptions,
  MembershipState,
} from './membership/membership_state.js';
export { startMembership } from './membership/membership_state.js';
export type { MembershipInput, MembershipStep } from './membership/membership_step.js';
export { membershipStep } from './membership/membership_step.js';
export type { MembershipEffect } from './membership/membership_turn.js';
export type { IndexLookup, NamedTarget } from './names/index_lookup.js';
export { indexLookup } from './names/index_lookup.js';
export type { IndicesOptionParams, IndicesOptions } from './names/indices_options.js';
export { INDICES_OPTIONS, indicesOptions } from './names/indices_options.js';
export { checkAliasName, checkIndexName } from './names/name_rules.js';
export type { ResolvedIndices } from './names/resolve_indices.js';
export {
  indexClosed,
  isAll,
  resolveExpressions,
  resolveIndices,
  splitExpression,
} from './names/resolve_indices.js';
export type { SearchTarget, SearchTargetRequest } from './names/search_targets.js';
export { resolveSearchTargets } from './names/search_targets.js';
export type { SingleTarget, SingleTargetRequest } from './names/single_target.js';
export { concreteName, findWriteTarget, requireReadTarget } from './names/single_target.js';
export type {
  AllocationId,
  AskStore,
  CopyEffect,
  CopyInput,
  CopyOptions,
  CopyRef,
  CopyReply,
  CopyRequest,
  CopyView,
  LogClaim,
  LogHead,
  LogPlace,
  LogRecord,
  Operation,
  PlacedCommit,
  RemoteCall,
  RemoteCommit,
  RemoteReply,
  RemoteRules,
  RemoteView,
  ReplicationRules,
  Report,
  RestoredLog,
  ShardView,
  StoreAction,
  StoreResult,
  StoreStatus,
} from './replication/mod.js';
export {
  findCopy,
  NO_SEQ_NO,
  primaryOf,
  REPLICATION_RULES,
  restoreLog,
  ShardCopyMachine,
} from './replication/mod.js';
export {
  findResizeSource,
  requireResizeSource,
  resizeSource,
} from './resize/resize_source.js';
export type { ResizeKind } from './resize/source_shards.js';
export { RESIZE_KINDS, shrunkenShards, sourceShardsOf } from './resize/source_shards.js';
export { murmur3 } from './routing/murmur3.js';
export { defaultRoutingNumShards, shardOf, shardsOfRouting } from './routing/shard_of.js';
export { runCommand, settle } from './run_command.js';
export { advanceSnapshots, nextAdvanceMs } from './snapshots/advance.js';
export type { CarryOutParts, RepositoryStorage } from './snapshots/carry_out.js';
export { carryOut } from './snapshots/carry_out.js';
export type { DueTaking } from './snapshots/due_work.js';
export { dueTakings } from './snapshots/due_work.js';
export type { FinishedSnapshot } from './snapshots/finished_snapshot.js';
export { foreignObject, parseForeign, readForeign } from './snapshots/foreign_metadata.js';
export type { SnapshotName } from './snapshots/repository_rules.js';
export {
  repositoryMissing,
  requireOwnRepository,
  requireRepository,
  snapshotFault,
} from './snapshots/repository_rules.js';
export type { RepositoryOperations } from './snapshots/repository_storage.js';
export { repositoryStorage } from './snapshots/repository_storage.js';
export { readGlobalMetadata } from './snapshots/restored_global.js';
export type { IndexToRestore } from './snapshots/restored_index.js';
export { snapshotNameFault } from './snapshots/snapshot_name.js';
export { readTakenIndex } from './snapshots/taken_index.js';
export type { RepositoryWork, WorkRules } from './snapshots/work.js';
export { dueWork, WORK_RULES } from './snapshots/work.js';
export type { BlockCheck, BlockLevel, ClusterBlock, ClusterBlocks } from './state/blocks.js';
export { checkBlocks, computeBlocks } from './state/blocks.js';
export type {
  ClusterNode,
  ClusterState,
  Metadata,
  NodeRole,
  Tombstone,
} from './state/cluster_state.js';
export { clusterSettings, dataNodes, emptyState } from './state/cluster_state.js';
export type {
  ComponentTemplate,
  ComposableTemplate,
  TemplateBody,
} from './state/composable_template.js';
export { priorityOf } from './state/composable_template.js';
export type { DataStream, DataStreamTemplate, StreamLifecycle } from './state/data_stream.js';
export { streamOf, writeIndexName } from './state/data_stream.js';
export { decodeIndex, encodeIndex } from './state/encode.js';
export { decodeDataStream } from './state/encode_data_stream.js';
export type { GlobalMetadata } from './state/global_metadata.js';
export { encodeGlobalMetadata } from './state/global_metadata.js';
export type { AliasMetadata, IndexMetadata } from './state/index_metadata.js';
export { indexLabel, indexNotFound, requireIndex } from './state/index_metadata.js';
export type { LifecycleDialect, LifecyclePolicy, ManagedIndex } from './state/lifecycle.js';
export { ilmPolicyName, policyKey } from './state/lifecycle.js';
export { unrecoveredState, withoutMaster } from './state/master_blocks.js';
export { recoveredState } from './state/recovered_state.js';
export type {
  IndexRouting,
  RecoverySource,
  Relocation,
  ShardCopy,
  ShardState,
  UnassignedInfo,
} from './state/routing_table.js';
export { assignedCopies, isActive, relocationTarget } from './state/routing_table.js';
export { scriptConfiguration } from './state/script_configuration.js';
export { isSearchableSnapshot, searchedSnapshots } from './state/searchable_snapshot.js';
export type {
  FailedSnapshot,
  PolicyCounts,
  PolicyExecution,
  PolicyWork,
  SnapshotLifecycle,
  SnapshotPolicyDialect,
  SnapshotPolicyRecord,
  TakenSnapshot,
} from './state/snapshot_policy.js';
export { NO_COUNTS, snapshotPolicyKey } from './state/snapshot_policy.js';
export type {
  DeletionRecord,
  RepositoryRecord,
  RestoreRecord,
  RestoreSource,
  ShardTaking,
  SnapshotIndex,
  SnapshotRecord,
  SnapshotResult,
} from './state/snapshot_records.js';
export { FOREIGN_GENERATION, UNKNOWN_GENERATION } from './state/snapshot_records.js';
export { StateCodec } from './state/state_codec.js';
export type { PartsChange, StateParts } from './state/state_parts.js';
export {
  applyPartsChange,
  changeOfParts,
  decodePartsChange,
  decodingPartsChange,
  encodePartsChange,
  encodingPartsChange,
  hashingParts,
  hashOfParts,
  NO_PARTS,
} from './state/state_parts.js';
export type { IndexTemplate } from './state/template.js';
export { tombstoneOf } from './state/tombstone.js';
export type { TransformRecord, TransformState } from './state/transform_record.js';
export { excludedVoters } from './state/voting_exclusions.js';
export { chosenTemplate } from './templates/chosen_template.js';
export {
  bodiesOf,
  composedAliases,
  composedSettings,
  mappingsOf,
} from './templates/composed_template.js';
export type { Overlapping } from './templates/overlaps.js';
export { overlappingComposable, overlappingLegacy, shownPatterns } from './templates/overlaps.js';
export { anyOverlap } from './templates/patterns.js';
export { type PipelinesOfName, pipelinesOfName } from './templates/pipelines_of_name.js';
