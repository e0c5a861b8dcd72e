/**
 * Every call between nodes: one line a room. A room's `…_calls.ts` holds the requests and replies of its calls, as plain data, and how
 * each travels.
 */
import type { Routes } from '@skein/transport';
import { ALLOCATION_ROUTES, type AllocationCalls } from './allocation_host/allocation_calls.js';
import { DISCOVERY_ROUTES, type DiscoveryCalls } from './discovery/discovery_calls.js';

export type NodeCalls = AllocationCalls & DiscoveryCalls;

export const NODE_ROUTES = {
  ...ALLOCATION_ROUTES,
  ...DISCOVERY_ROUTES,
} as const satisfies Routes & Record<keyof NodeCalls, unknown>;
