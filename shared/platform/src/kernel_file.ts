/** The search library's compiled kernels. */
import { readFileSync } from 'node:fs';
import { systemCodeOf } from '@skein/base';
import { KERNEL_FILE } from '@skein/search_library';

/** The compiled kernels; `undefined`: this build has none, and the kernels run as JavaScript. */
export function readKernels(): Uint8Array | undefined {
  try {
    return readFileSync(KERNEL_FILE);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
