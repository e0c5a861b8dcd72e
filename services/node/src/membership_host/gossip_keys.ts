/** What a node says of itself, as far as it is worth telling. Values are text. */
export const GOSSIP_KEYS = {
  /** Where the node's transport is reached. */
  address: 'addr',
  roles: 'roles',
  version: 'ver',
  /** Term and version of the cluster state it has applied, as JSON. */
  state: 'cs',
  /** Room on its data path, as JSON. */
  disk: 'disk',
  /** How busy it is, as JSON. */
  load: 'load',
  /** `false` while it cannot write to its data path. */
  health: 'health',
  /** `true` while the node stops in order. */
  drains: 'drain',
} as const;
