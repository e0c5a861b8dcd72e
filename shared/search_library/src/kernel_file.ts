/** Where the build puts the compiled kernels: beside this file, in the packages as in the bundle. Whoever has files reads it. */
export const KERNEL_FILE = new URL('./kernels.wasm', import.meta.url);
