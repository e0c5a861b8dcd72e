/**
 * Every call between nodes, one line for each actor. An actor's `…_calls.ts` holds its calls'
 * requests and replies, as plain data, and their routes.
 */
import type { Routes } from '@skein/transport';
import { ALLOCATION_ROUTES, type AllocationCalls } from './allocation_host/allocation_calls.js';
import { ASYNC_SEARCH_ROUTES, type AsyncSearchCalls } from './async_search/mod.js';
import { BY_SCROLL_ROUTES, type ByScrollCalls } from './bulk_by_scroll/mod.js';
import {
  COORDINATION_ROUTES,
  type CoordinationCalls,
} from './coordination_host/coordination_calls.js';
import { DISCOVERY_ROUTES, type DiscoveryCalls } from './discovery/discovery_calls.js';
import { MASTER_ROUTES, type MasterCalls } from './master_service/master_calls.js';
import { MEMBERSHIP_ROUTES, type MembershipCalls } from './membership_host/membership_calls.js';
import { NODE_REPORT_ROUTES, type NodeReportCalls } from './node_operations/mod.js';
import { INGEST_NODE_ROUTES, type IngestNodeCalls } from './pipeline_runner/mod.js';
import { CONTEXT_ROUTES, type ContextCalls } from './search_coordinator/mod.js';
import { SECURE_SETTING_ROUTES, type SecureSettingCalls } from './secure_settings/mod.js';
import { REPLICATION_ROUTES, type ReplicationCalls } from './shard_host/mod.js';
import { SHARD_ROUTES, type ShardCalls } from './shard_router/mod.js';
import { SNAPSHOT_ROUTES, type SnapshotCalls } from './snapshot_host/mod.js';
import { TASK_ROUTES, type TaskCalls } from './tasks/mod.js';

export type NodeCalls = AllocationCalls &
  AsyncSearchCalls &
  ByScrollCalls &
  ContextCalls &
  CoordinationCalls &
  DiscoveryCalls &
  IngestNodeCalls &
  MasterCalls &
  MembershipCalls &
  NodeReportCalls &
  ReplicationCalls &
  SecureSettingCalls &
  ShardCalls &
  SnapshotCalls &
  TaskCalls;

export const NODE_ROUTES = {
  ...ALLOCATION_ROUTES,
  ...ASYNC_SEARCH_ROUTES,
  ...BY_SCROLL_ROUTES,
  ...DISCOVERY_ROUTES,
  ...CONTEXT_ROUTES,
  ...NODE_REPORT_ROUTES,
  ...SHARD_ROUTES,
  ...SNAPSHOT_ROUTES,
  ...REPLICATION_ROUTES,
  ...SECURE_SETTING_ROUTES,
  ...COORDINATION_ROUTES,
  ...INGEST_NODE_ROUTES,
  ...MASTER_ROUTES,
  ...MEMBERSHIP_ROUTES,
  ...TASK_ROUTES,
} as const satisfies Routes & Record<keyof NodeCalls, unknown>;
