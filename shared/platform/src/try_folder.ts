/** Checks that a folder is writable: writes a small file, makes it durable and removes it. */
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolderDurably } from './durable_write.js';

const FILE = '.skein_health';
const CONTENT = new TextEncoder().encode('written to see whether this folder can be written to\n');

/** Rejects with the system's error. */
export async function tryFolder(folder: string): Promise<void> {
  await makeFolderDurably(folder);
  const path = join(folder, FILE);
  const file = await open(path, 'w');
  try {
    await file.writeFile(CONTENT);
    await file.sync();
  } finally {
    await file.close();
  }
  await unlink(path);
}
