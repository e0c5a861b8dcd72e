/**
 * A call between nodes names the version of the cluster state it is based on, which the receiver
 * may not have applied yet.
 */
import type { MasterService } from '../master_service/mod.js';

/** Longest time for a node to apply a state that the asking node has. */
const STATE_WAIT_MS = 30_000;

/**
 * Resolves once this node has applied the version or a later one, or at the timeout: the call is
 * then answered from the older state. A node of an older build names no version: its call is
 * answered from the state that is here.
 */
export async function reachState(
  masterService: Pick<MasterService, 'waitFor'>,
  version: number | undefined,
  signal?: AbortSignal,
): Promise<void> {
  if (version === undefined) return;
  const options = { timeoutMs: STATE_WAIT_MS, ...(signal === undefined ? {} : { signal }) };
  await masterService.waitFor((state) => state.version >= version, options);
}
