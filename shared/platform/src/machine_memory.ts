/** The amount of memory for this process. */
import { totalmem } from 'node:os';

/** The machine's memory, or the container's when that is less. */
export function machineMemoryBytes(): number {
  const ofContainer = process.constrainedMemory();
  return ofContainer > 0 ? Math.min(ofContainer, totalmem()) : totalmem();
}
