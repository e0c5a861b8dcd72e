/**
 * Blobs in memory, and a model of a store that fails. Before each call, `beforeCall` decides its
 * fate: the call is done, it is refused, it is done and its answer is lost, or it waits for the
 * returned promise. Listings may lag behind by a number of changes.
 */
import {
  type Admit,
  type BlobEntry,
  BlobMissing,
  type BlobSource,
  type BlobStore,
  BlobTooLong,
  gatherBytes,
  StoreFault,
} from './blob_store.js';

export type StoreCallKind = 'read' | 'readInto' | 'write' | 'writeNew' | 'list' | 'remove';

export interface StoreCall {
  readonly kind: StoreCallKind;
  /** The name or prefix; for `remove` the first name. */
  readonly name: string;
}

/**
 * `refused`: the call has no effect. `unanswered`: it has its effect, and the caller gets a
 * StoreFault.
 */
export type CallFate = 'done' | 'refused' | 'unanswered';

export interface MemoryBlobStoreOptions {
  readonly isReadOnly?: boolean;
  readonly beforeCall?: (call: StoreCall) => CallFate | Promise<CallFate>;
  /** The number of changes by which a listing lags. */
  readonly listLag?: () => number;
}

const PIECE_BYTES = 64 * 1024;

export class MemoryBlobStore implements BlobStore {
  readonly isReadOnly: boolean;
  readonly blobs: Map<string, Uint8Array<ArrayBuffer>>;
  readonly #options: MemoryBlobStoreOptions;
  /**
   * The lengths that each change replaced, newest last: a listing that lags undoes these changes.
   */
  readonly #changes: { readonly name: string; readonly before: number | undefined }[] = [];

  /** Two stores over one map are two clients of one repository. */
  constructor(
    options: MemoryBlobStoreOptions = {},
    blobs = new Map<string, Uint8Array<ArrayBuffer>>(),
  ) {
    this.isReadOnly = options.isReadOnly ?? false;
    this.blobs = blobs;
    this.#options = options;
  }

  async read(name: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.#call('read', name, () => {
      const blob = this.#blob(name);
      if (blob.length > maxBytes) throw new BlobTooLong(name, maxBytes);
      return blob.slice();
    });
  }

  async readInto(name: string, offset: number, target: Uint8Array): Promise<void> {
    await this.#call('readInto', name, () => {
      const blob = this.#blob(name);
      if (offset + target.length > blob.length) {
        throw new StoreFault(`blob [${name}] ends at [${blob.length}]`);
      }
      target.set(blob.subarray(offset, offset + target.length));
    });
  }

  async write(name: string, source: BlobSource, admit: Admit): Promise<void> {
    this.#refuseReadOnly(name);
    const bytes = await gatherBytes(source, admit, PIECE_BYTES);
    await this.#call('write', name, () => this.#set(name, bytes));
  }

  async writeNew(name: string, bytes: Uint8Array): Promise<boolean> {
    this.#refuseReadOnly(name);
    return this.#call('writeNew', name, () => {
      if (this.blobs.has(name)) return false;
      this.#set(name, new Uint8Array(bytes));
      return true;
    });
  }

  async *list(prefix: string): AsyncIterable<BlobEntry> {
    const entries = await this.#call('list', prefix, () => this.#listed());
    for (const [name, lengthBytes] of entries) {
      if (name.startsWith(prefix)) yield { name, lengthBytes };
    }
  }

  async remove(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    this.#refuseReadOnly(names[0] ?? '');
    await this.#call('remove', names[0] ?? '', () => {
      for (const name of names) this.#set(name, undefined);
    });
  }

  close(): void {}

  async #call<T>(kind: StoreCallKind, name: string, effect: () => T): Promise<T> {
    const fate = (await this.#options.beforeCall?.({ kind, name })) ?? 'done';
    if (fate === 'refused') throw new StoreFault(`${kind} of [${name}] was refused`);
    const result = effect();
    if (fate === 'unanswered') throw new StoreFault(`${kind} of [${name}] was not answered`);
    return result;
  }

  #blob(name: string): Uint8Array<ArrayBuffer> {
    const blob = this.blobs.get(name);
    if (blob === undefined) throw new BlobMissing(name);
    return blob;
  }

  #set(name: string, bytes: Uint8Array<ArrayBuffer> | undefined): void {
    this.#changes.push({ name, before: this.blobs.get(name)?.length });
    if (bytes === undefined) this.blobs.delete(name);
    else this.blobs.set(name, bytes);
  }

  #listed(): ReadonlyMap<string, number> {
    const entries = new Map([...this.blobs].map(([name, bytes]) => [name, bytes.length]));
    const lag = this.#options.listLag?.() ?? 0;
    for (const { name, before } of this.#newest(lag)) {
      if (before === undefined) entries.delete(name);
      else entries.set(name, before);
    }
    return entries;
  }

  /** The last changes, newest first. */
  #newest(count: number) {
    return this.#changes.slice(Math.max(0, this.#changes.length - count)).reverse();
  }

  #refuseReadOnly(name: string): void {
    if (this.isReadOnly) throw new StoreFault(`[${name}] is in a store that is only read`);
  }
}
