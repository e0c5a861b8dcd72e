/**
 * Files that grow by durable appends, and small ones that are replaced as a whole, in one folder.
 * It does not block, so the main thread can use it. A short write (the first sign of a full disk)
 * is continued until it is complete or fails.
 */
import { type FileHandle, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '@skein/base';
import { DurableFile } from './durable_file.js';
import { makeFolderDurably, syncFolder } from './durable_write.js';

export class JournalFolder {
  readonly #path: string;
  /** The file appended to last. */
  #open: { readonly name: string; readonly file: FileHandle } | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  async names(): Promise<readonly string[]> {
    try {
      return await readdir(this.#path);
    } catch (thrown) {
      if (systemCodeOf(thrown) === 'ENOENT') return [];
      throw thrown;
    }
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(join(this.#path, name));
    } catch (thrown) {
      if (systemCodeOf(thrown) === 'ENOENT') return undefined;
      throw thrown;
    }
  }

  /**
   * Resolves when the bytes survive a power cut. Creates the file when it is missing. Only one call
   * may run at a time.
   */
  async append(name: string, bytes: Uint8Array): Promise<void> {
    const isNew = this.#open?.name !== name;
    const file = await this.#openFor(name);
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, at, bytes.length - at);
      at += bytesWritten;
    }
    await file.datasync();
    if (isNew) await syncFolder(this.#path);
  }

  async truncate(name: string, length: number): Promise<void> {
    const file = await open(join(this.#path, name), 'r+');
    try {
      await file.truncate(length);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** The payload of a file written by `replace`; rejects when it is damaged. */
  load(name: string): Promise<Uint8Array | undefined> {
    return new DurableFile(join(this.#path, name)).load();
  }

  replace(name: string, payload: Uint8Array): Promise<void> {
    return new DurableFile(join(this.#path, name)).save(payload);
  }

  note(name: string, bytes: Uint8Array): Promise<void> {
    return writeFile(join(this.#path, name), bytes, { mode: 0o600 });
  }

  async remove(name: string): Promise<void> {
    if (this.#open?.name === name) await this.close();
    await rm(join(this.#path, name), { force: true });
  }

  async close(): Promise<void> {
    const opened = this.#open;
    this.#open = undefined;
    await opened?.file.close();
  }

  async #openFor(name: string): Promise<FileHandle> {
    if (this.#open?.name === name) return this.#open.file;
    await this.close();
    await makeFolderDurably(this.#path);
    const file = await open(join(this.#path, name), 'a');
    this.#open = { name, file };
    return file;
  }
}
