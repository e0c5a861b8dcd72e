/** The part of a repository that holds remote-backed indices: its names begin with its folder. */
import type { Admit, BlobEntry, BlobSource, BlobStore } from '../blob_store.js';
import type { RepositoryOptions } from '../repository.js';
import { REMOTE_FOLDER } from './remote_names.js';

export function remotePart(repository: RepositoryOptions): RepositoryOptions {
  return { ...repository, store: new FolderStore(repository.store, REMOTE_FOLDER) };
}

/**
 * A store within a folder. Closing it has no effect, because the store belongs to the repository.
 */
class FolderStore implements BlobStore {
  readonly #store: BlobStore;
  readonly #folder: string;

  constructor(store: BlobStore, folder: string) {
    this.#store = store;
    this.#folder = folder;
  }

  get isReadOnly(): boolean {
    return this.#store.isReadOnly;
  }

  read(name: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.#store.read(this.#folder + name, maxBytes);
  }

  readInto(name: string, offset: number, target: Uint8Array): Promise<void> {
    return this.#store.readInto(this.#folder + name, offset, target);
  }

  write(name: string, source: BlobSource, admit: Admit): Promise<void> {
    return this.#store.write(this.#folder + name, source, admit);
  }

  writeNew(name: string, bytes: Uint8Array): Promise<boolean> {
    return this.#store.writeNew(this.#folder + name, bytes);
  }

  async *list(prefix: string): AsyncIterable<BlobEntry> {
    for await (const { name, lengthBytes } of this.#store.list(this.#folder + prefix)) {
      yield { name: name.slice(this.#folder.length), lengthBytes };
    }
  }

  remove(names: readonly string[]): Promise<void> {
    return this.#store.remove(names.map((name) => this.#folder + name));
  }

  close(): void {}
}
