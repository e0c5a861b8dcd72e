/**
 * The master's facts for allocation beside the cluster state, and the triggers for a new
 * allocation: copies on disks, disk space, elapsed time. Every data node reports on its own disk
 * when the elected master asks.
 */

export type { AllocationCalls, ExplainReply, ShardRef } from './allocation_calls.js';
export { ALLOCATION_ROUTES } from './allocation_calls.js';
export { AllocationHost, type AllocationHostParts, type FoundStores } from './allocation_host.js';
export { CopyIdentities } from './copy_identities.js';
export { KnownDisks } from './known_disks.js';
export { localDisk } from './local_disk.js';
