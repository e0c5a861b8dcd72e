/**
 * A folder that receives the files of a shard. They become durable only when they are linked into
 * the shard.
 */
import { rmSync } from 'node:fs';
import { FsDirectory } from '@skein/platform';
import { type AppendHandle, commitGenerations } from '@skein/search_library';
import type { FileSink } from '@skein/snapshots';

export class FolderSink implements FileSink {
  readonly #directory: FsDirectory;
  readonly #open = new Map<string, AppendHandle>();

  constructor(path: string) {
    rmSync(path, { recursive: true, force: true });
    this.#directory = new FsDirectory(`${path}/index`);
  }

  async begin(): Promise<void> {}

  /** Appends bytes to a file; `offset` must be the file's length. */
  async write(name: string, offset: number, bytes: Uint8Array): Promise<void> {
    let file = this.#open.get(name);
    if (file === undefined) {
      file = this.#directory.openAppend(name);
      this.#open.set(name, file);
    }
    if (file.length !== offset)
      throw new RangeError(`[${name}] goes on at ${file.length}, not at ${offset}`);
    file.append(bytes);
  }

  async finish(name: string): Promise<void> {
    this.#open.get(name)?.close();
    this.#open.delete(name);
    // A file without bytes has never been written to.
    if (!this.#directory.exists(name)) this.#directory.writeFile(name, new Uint8Array());
  }

  /** The generation of the commit among the files. */
  commit(): number {
    const newest = commitGenerations(this.#directory).at(-1);
    if (newest === undefined) throw new RangeError('no commit is among the files of the shard');
    return newest;
  }

  close(): void {
    for (const file of this.#open.values()) file.close();
    this.#open.clear();
  }
}
