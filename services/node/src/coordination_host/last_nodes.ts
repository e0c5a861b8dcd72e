/**
 * The members of the cluster in the newest state on a disk, for a node that does not know its own
 * id.
 */
import type { Turns } from '@skein/base';
import { type ClusterNode, StateCodec } from '@skein/cluster';
import type { JournalFiles } from './contract.js';
import { Journal } from './journal.js';

/** Rejects with corrupt_state_exception, as the journal does. */
export async function lastNodes(
  files: JournalFiles,
  turns: Turns,
): Promise<readonly ClusterNode[]> {
  const { parts } = await Journal.open(files, turns);
  return parts.size === 0 ? [] : [...new StateCodec().decode(parts).nodes.values()];
}
