/**
 * If there is no master, a write waits for one within its timeout, because the block is temporary.
 */
import type { ClusterState } from '@skein/cluster';
import type { MasterService } from '../master_service/mod.js';
import type { WriteOptions } from './contract.js';

/** True if a temporary block forbids writes. */
export function lacksMaster({ blocks }: ClusterState): boolean {
  return blocks.global.some(({ retryable, levels }) => retryable && levels.includes('write'));
}

/** Resolves when writes are allowed, or when the timeout ends; the block then gives the error. */
export async function waitForMaster(
  masterService: Pick<MasterService, 'waitFor'>,
  { timeoutMs, signal }: Pick<WriteOptions, 'timeoutMs' | 'signal'>,
): Promise<void> {
  await masterService.waitFor((state) => !lacksMaster(state), { timeoutMs, signal });
}
