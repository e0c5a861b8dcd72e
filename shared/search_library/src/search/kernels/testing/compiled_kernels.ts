/** For tests: the compiled kernels, compiled again when their sources have changed. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../../../../..');

export function compiledKernels(): Uint8Array {
  const script = join(ROOT, 'scripts/build/kernels.ts');
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the kernels do not compile: ${stderr}`);
  return readFileSync(join(ROOT, 'shared/search_library/dist/kernels.wasm'));
}
