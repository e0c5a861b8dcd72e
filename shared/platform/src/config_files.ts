/**
 * Files of the config folder that index settings refer to. No path leads out of the folder, not
 * even by symbolic links; anything but a plain file counts as missing.
 */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { systemCodeOf } from '@skein/base';

/** Limit of one file: the words of a language are a few MiB. */
const MAX_BYTES = 256 * 1024 * 1024;

export class ConfigFiles {
  readonly #folder: string;

  /** Opens the folder, an absolute path that need not exist. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Reads a file synchronously, for threads that may block. */
  readFile(path: string): Uint8Array | undefined {
    return unlessMissing(() => {
      const file = this.#inside(path);
      if (file === undefined) return undefined;
      const found = statSync(file);
      return found.isFile() && found.size <= MAX_BYTES ? readFileSync(file) : undefined;
    });
  }

  filesIn(folder: string): readonly string[] | undefined {
    return unlessMissing(() => {
      const inside = this.#inside(folder);
      return inside === undefined ? undefined : readdirSync(inside).toSorted();
    });
  }

  /** The resolved path; `undefined`: it leads out of the folder. Throws if it does not exist. */
  #inside(path: string): string | undefined {
    const folder = realpathSync(this.#folder);
    const found = realpathSync(join(folder, path));
    return found.startsWith(`${folder}${sep}`) ? found : undefined;
  }
}

const MISSING: ReadonlySet<string> = new Set([
  'EACCES',
  'EINVAL',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
  'ERR_INVALID_ARG_VALUE',
]);

function unlessMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (MISSING.has(systemCodeOf(error) ?? '')) return undefined;
    throw error;
  }
}
