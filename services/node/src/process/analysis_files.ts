/** Files for analysis: those of the config folder, and a dictionary from an installed package. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ConfigFiles } from '@skein/platform';
import type { AnalysisFiles } from '@skein/shard';

const packages = createRequire(import.meta.url);

export function analysisFiles(configPath: string): AnalysisFiles {
  const files = new ConfigFiles(configPath);
  return {
    readFile: (path) => files.readFile(path),
    filesIn: (folder) => files.filesIn(folder),
    ipadic: () => ipadicFile,
  };
}

/** Reads synchronously, because this thread may block. The package exports only its program. */
function ipadicFile(name: string): Uint8Array {
  const program = packages.resolve('@patdx/kuromoji');
  return gunzipSync(readFileSync(join(dirname(program), '../dict', `${name}.dat.gz`)));
}
