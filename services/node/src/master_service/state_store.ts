/** The store that keeps the cluster state across restarts. */

/**
 * One blob, replaced as a whole. When `save` resolves the bytes survive a power cut. When it
 * rejects or the process dies, `load` gives the old bytes or the new ones, never a mixture. `load`
 * gives `undefined` if nothing was ever saved, and rejects with the reason if the data is damaged.
 */
export interface StateStore {
  load(): Promise<Uint8Array | undefined>;
  save(bytes: Uint8Array): Promise<void>;
}
