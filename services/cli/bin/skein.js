#!/usr/bin/env -S node --max-semi-space-size=16
// The flag bounds the main thread's young heap, which would grow to 32 MB and more: it can only be given at the start.
// Plain JavaScript, so that it runs before anything is built and can say so.
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';

const program = new URL('../dist/program.js', import.meta.url);
const OLDEST_NODE = 24;

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  process.stderr.write(
    `skein: needs Node ${OLDEST_NODE} or newer, this is ${process.versions.node}; run it through npx from the checkout\n`,
  );
  process.exit(1);
}
if (!existsSync(program)) {
  process.stderr.write('skein: not built yet; run [npm ci && npm run build] in the checkout\n');
  process.exit(1);
}
// Compiled code is kept for the next start, in the system's folder for temporary files: a sixth of a start's CPU.
enableCompileCache();
const { runProgram } = await import(program.href);
await runProgram(process.argv);
