/** `wait_for_active_shards` of requests that change indices. */
import type { Actors } from '../../actors.js';
import { type ActiveShardsWait, waitForActiveShards } from '../../master_service/mod.js';

/**
 * Resolves to true if enough copies become active in time. Every responding node has then applied a
 * state with them, because the client may ask another node next.
 */
export async function activeEverywhere(
  { masterService, nodeOperations }: Pick<Actors, 'masterService' | 'nodeOperations'>,
  wait: ActiveShardsWait & { readonly signal: AbortSignal },
): Promise<boolean> {
  const { timeoutMs, signal } = wait;
  const areActive = await waitForActiveShards(masterService, wait);
  if (areActive) {
    await nodeOperations.applied(masterService.state().version, { timeoutMs, signal });
  }
  return areActive;
}
