/**
 * A write waits, within its timeout, for a master when there is none: what forbids it then will
 * pass.
 */
import type { ClusterState } from '@skein/cluster';
import type { MasterService } from '../master_service/mod.js';
import type { WriteOptions } from './contract.js';

/** Whether a block that will pass forbids writes. */
export function lacksMaster({ blocks }: ClusterState): boolean {
  return blocks.global.some(({ retryable, levels }) => retryable && levels.includes('write'));
}

/** Resolves as soon as writes may go on, or when time runs out: the block says why then. */
export async function waitForMaster(
  masterService: Pick<MasterService, 'waitFor'>,
  { timeoutMs, signal }: Pick<WriteOptions, 'timeoutMs' | 'signal'>,
): Promise<void> {
  await masterService.waitFor((state) => !lacksMaster(state), { timeoutMs, signal });
}
