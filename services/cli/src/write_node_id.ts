/** Writes a node's id where it is missing; never replaces one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { illegalArgument } from '@skein/errors';
import { DurableFile, lockDataDirectory } from '@skein/platform';

/** 128 bits in URL-safe Base64, as a node generates them. */
const ID = /^[\w-]{22}$/;

export async function writeNodeId(dir: string, id: string): Promise<void> {
  if (!ID.test(id)) throw illegalArgument(`[${id}] is not the id of a node`);
  if (!existsSync(join(dir, 'coordination')))
    throw illegalArgument(`[${dir}] has no cluster state`);
  const lock = lockDataDirectory(dir);
  try {
    const path = join(dir, 'node_id');
    if (existsSync(path)) throw illegalArgument(`the file [${path}] exists already`);
    await new DurableFile(path).save(new TextEncoder().encode(id));
  } finally {
    lock.release();
  }
}
