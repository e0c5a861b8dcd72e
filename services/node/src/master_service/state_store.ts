/** Where the cluster state survives a restart. */

/**
 * One blob, replaced as a whole. When `save` resolves the bytes survive a power cut; when it
 * rejects or the process dies, `load` gives the old bytes or the new ones, never a mixture. `load`
 * gives `undefined` when nothing was ever saved and rejects, saying why, when what is there is
 * damaged.
 */
export interface StateStore {
  load(): Promise<Uint8Array | undefined>;
  save(bytes: Uint8Array): Promise<void>;
}
