/**
 * `npm run build`: compiles TypeScript, and the search library's kernels when their sources
 * changed; then makes the console's pages and the bundle of everything. Arguments go to the
 * TypeScript compiler.
 */
import { spawn } from 'node:child_process';
import { buildBundle } from './build/bundle.ts';
import { buildConsole } from './build/console.ts';
import { buildKernels } from './build/kernels.ts';

function compileTypeScript(): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn('tsc', ['-b', ...process.argv.slice(2)], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

const [code] = await Promise.all([compileTypeScript(), buildKernels()]);
process.exitCode = code;
if (code === 0 && !process.argv.includes('--clean')) {
  await buildConsole();
  await buildBundle();
}
