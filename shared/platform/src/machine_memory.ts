/** How much memory there is for this process. */
import { totalmem } from 'node:os';

/** The machine's, or the container's when that has less. */
export function machineMemoryBytes(): number {
  const ofContainer = process.constrainedMemory();
  return ofContainer > 0 ? Math.min(ofContainer, totalmem()) : totalmem();
}
