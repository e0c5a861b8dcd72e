/** The search library's compiled kernels, which the build puts beside its JavaScript. */
import { readFileSync } from 'node:fs';

const FILE = 'kernels.wasm';

/** `undefined`: this build has none, and the kernels run as JavaScript. */
export function readKernels(): Uint8Array | undefined {
  const url = new URL(FILE, import.meta.resolve('@skein/search_library'));
  try {
    return readFileSync(url);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
