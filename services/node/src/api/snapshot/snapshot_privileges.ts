import type { Privilege } from '../../security/privilege.js';

/** The privilege to see snapshots, which includes monitoring the cluster. */
export const SEES_SNAPSHOTS: Privilege = { anyOf: ['snapshots:manage', 'cluster:monitor'] };
