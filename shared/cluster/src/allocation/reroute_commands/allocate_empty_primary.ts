/** Starts the shard again, empty, on this node. */

import { forcedPrimary } from './forced_primary.js';

export const allocate_empty_primary = forcedPrimary('allocate_empty_primary', (_target, run) => ({
  allocationId: run.newId(),
  recoverySource: 'EMPTY_STORE',
  inSync: [],
}));
