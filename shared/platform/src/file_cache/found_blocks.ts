/** The blocks in the folder of a file cache, the oldest first. */
import { mkdir, opendir, readdir, rm, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Size of the trailer of a block: the CRC-32 of its bytes, little-endian. */
export const TRAILER_BYTES = 4;
/** Suffix of a block's name while it is written. */
export const TEMPORARY = '.tmp';

interface FoundBlock {
  readonly run: string;
  readonly name: string;
  readonly lengthBytes: number;
}

interface CacheFolder {
  readonly path: string;
  /** The subfolder of this process. */
  readonly run: string;
}

/**
 * Finds the blocks. Removes unfinished blocks of ended processes, and folders of runs without a
 * block.
 */
export async function foundBlocks(folder: CacheFolder): Promise<readonly FoundBlock[]> {
  const found = await blocksIn(folder.path);
  const runs = new Set([folder.run, ...found.map(({ run }) => run)]);
  for (const name of await readdir(folder.path)) {
    if (!runs.has(name)) await rm(join(folder.path, name), { recursive: true, force: true });
  }
  return found;
}

async function blocksIn(path: string): Promise<readonly FoundBlock[]> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const found: (FoundBlock & { readonly writtenMs: number })[] = [];
  for await (const entry of await opendir(path, { recursive: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = await stat(file);
    if (entry.name.endsWith(TEMPORARY) || size <= TRAILER_BYTES) {
      await rm(file, { force: true });
      continue;
    }
    const [run = '', ...rest] = relative(path, file).split(sep);
    const name = rest.join('/');
    found.push({ run, name, lengthBytes: size - TRAILER_BYTES, writtenMs: mtimeMs });
  }
  return found.sort((a, b) => a.writtenMs - b.writtenMs);
}
