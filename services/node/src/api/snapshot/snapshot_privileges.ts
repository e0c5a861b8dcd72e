import type { Privilege } from '../../security/privilege.js';

/** Who watches over the cluster sees what snapshots there are. */
export const SEES_SNAPSHOTS: Privilege = { anyOf: ['snapshots:manage', 'cluster:monitor'] };
