/**
 * What the master must know beside the cluster state to place copies, and when it must look again:
 * copies on disks, room on disks, time that has passed. Every data node answers for its own disk;
 * the elected master asks.
 */

export type { AllocationCalls, ExplainReply, ShardRef } from './allocation_calls.js';
export { ALLOCATION_ROUTES } from './allocation_calls.js';
export { AllocationHost, type AllocationHostParts, type FoundStores } from './allocation_host.js';
export { CopyIdentities } from './copy_identities.js';
export { KnownDisks } from './known_disks.js';
export { localDisk } from './local_disk.js';
