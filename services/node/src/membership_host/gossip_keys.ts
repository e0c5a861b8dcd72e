/** Keys of the values that a node gossips about itself. Values are text. */
export const GOSSIP_KEYS = {
  /** Address of the node's transport. */
  address: 'addr',
  roles: 'roles',
  version: 'ver',
  /** Term and version of the cluster state it has applied, as JSON. */
  state: 'cs',
  /** Disk space of its data path, as JSON. */
  disk: 'disk',
  /** Its load, as JSON. */
  load: 'load',
  /** `false` if it cannot write to its data path. */
  health: 'health',
  /** `true` while the node is stopping in order. */
  drains: 'drain',
} as const;
