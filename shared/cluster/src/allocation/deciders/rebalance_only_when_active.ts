/** A copy is moved for balance only while all copies of its shard are active. */
import { isActive } from '../../state/routing_table.js';
import { no, yes } from '../decision.js';
import type { Decider } from './decider.js';

const ALLOWED = yes('rebalancing is allowed as all replicas are active in the cluster');
const NOT_YET = no(() => 'rebalancing is not allowed until all replicas in the cluster are active');

export const rebalance_only_when_active: Decider = {
  name: 'rebalance_only_when_active',
  canRebalance: ({ shard }) => (shard.copies.every(isActive) ? ALLOWED : NOT_YET),
};
