/** A file of the Japanese dictionary, read as a node reads it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const packages = createRequire(__filename);

export function ipadicFile(name: string): Uint8Array {
  const program = packages.resolve('@patdx/kuromoji');
  return gunzipSync(readFileSync(join(dirname(program), '../dict', `${name}.dat.gz`)));
}
