/** Copies of a directory in which one file has other bytes. */
import type { MemoryDirectory } from '@skein/search_library';

export function editor(name: string) {
  return (directory: MemoryDirectory, edit: (bytes: Uint8Array) => Uint8Array): MemoryDirectory => {
    const copy = directory.copy();
    copy.writeFile(name, edit(directory.bytes(name)));
    return copy;
  };
}
