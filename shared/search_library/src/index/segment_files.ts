/** Which segments' files are on the disk, and the removal of those that nobody needs any more. */
import { type ArenaBlock, bytesOfBlock } from '../memory/arena.js';
import type { Directory } from '../store/directory.js';

export class SegmentFiles {
  readonly #directory: Directory;
  readonly #names = new Set<string>();

  constructor(directory: Directory, names: Iterable<string>) {
    this.#directory = directory;
    for (const name of names) this.#names.add(name);
  }

  /** Writes the two files of a new segment, unsynced. */
  write(name: string, files: { bytes: ArenaBlock; source: Uint8Array }): void {
    this.#names.add(name);
    this.#directory.writeFile(`${name}.seg`, bytesOfBlock(files.bytes));
    this.#directory.writeFile(`${name}.src`, files.source);
  }

  /** The files of this segment are there. */
  add(name: string): void {
    this.#names.add(name);
  }

  /** Removes the files of every segment that none of the groups names. */
  keepOnly(needed: Iterable<readonly { readonly name: string }[]>): void {
    const kept = new Set<string>();
    for (const group of needed) for (const { name } of group) kept.add(name);
    for (const name of this.#names) {
      if (kept.has(name)) continue;
      this.#directory.remove(`${name}.seg`);
      this.#directory.remove(`${name}.src`);
      this.#names.delete(name);
    }
  }
}
