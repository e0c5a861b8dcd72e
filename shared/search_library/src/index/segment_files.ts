/** Tracks which segments have files on disk, and removes the files that are not needed any more. */
import { threadSpace } from '../memory/thread_space.js';
import type { Directory } from '../store/directory.js';
import type { SegmentHandle } from './snapshot.js';

export class SegmentFiles {
  readonly #directory: Directory;
  /** The handles by name; `undefined` for a segment that was not opened here. */
  readonly #handles = new Map<string, SegmentHandle | undefined>();

  constructor(directory: Directory, names: Iterable<string>) {
    this.#directory = directory;
    for (const name of names) this.#handles.set(name, undefined);
  }

  /** Registers a segment whose files exist. */
  add(name: string): void {
    if (!this.#handles.has(name)) this.#handles.set(name, undefined);
  }

  /** Registers the handle of a segment whose parts may be loaded into memory. */
  opened(handle: SegmentHandle): void {
    this.#handles.set(handle.name, handle);
  }

  /** Removes the files of every segment that no group names, and evicts its parts from memory. */
  keepOnly(needed: Iterable<readonly { readonly name: string }[]>): void {
    const kept = new Set<string>();
    for (const group of needed) for (const { name } of group) kept.add(name);
    for (const [name, handle] of this.#handles) {
      if (kept.has(name)) continue;
      this.#directory.remove(`${name}.seg`);
      this.#directory.remove(`${name}.src`);
      this.#handles.delete(name);
      dismiss(handle);
    }
  }

  /** Evicts the parts of all segments when the shard is closed; the files stay. */
  close(): void {
    for (const handle of this.#handles.values()) dismiss(handle);
    this.#handles.clear();
  }
}

function dismiss(handle: SegmentHandle | undefined): void {
  if (handle === undefined) return;
  const { residence, sizeBytes } = handle;
  threadSpace().dismiss({ ...residence, words: new Int32Array(residence.words) }, sizeBytes);
}
