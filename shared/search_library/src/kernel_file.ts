/**
 * The file of the compiled kernels. The build puts it beside this file, in the packages and in the
 * bundle. Code with access to files reads it.
 */
export const KERNEL_FILE = new URL('./kernels.wasm', import.meta.url);
