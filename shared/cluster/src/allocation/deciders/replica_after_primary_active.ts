/** A replica is placed only when its primary, which fills it, is active. */
import { no, yes } from '../decision.js';
import { hasActivePrimary } from '../placements.js';
import type { Decider } from './decider.js';

const PRIMARY = yes('shard is primary and can be allocated');
const ACTIVE = yes('primary shard for this replica is already active');
const INACTIVE = no(() => 'primary shard for this replica is not yet active');

export const replica_after_primary_active: Decider = {
  name: 'replica_after_primary_active',
  canAllocate: ({ shard, copy }) => {
    if (copy.primary) return PRIMARY;
    return hasActivePrimary(shard) ? ACTIVE : INACTIVE;
  },
};
