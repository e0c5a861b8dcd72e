#!/usr/bin/env -S node --max-semi-space-size=16
// The flag bounds the main thread's young heap, which would grow to 32 MB and more. It can only be
// given when the process starts.
// This file is plain JavaScript, so that it runs before anything is built and can say so.
import { existsSync, readFileSync } from 'node:fs';
// As a namespace: older versions of Node lack some names, and must get as far as the check below.
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

const built = new URL('../dist/', import.meta.url);
const OLDEST_NODE = 24;

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  process.stderr.write(
    `skein: needs Node ${OLDEST_NODE} or newer, this is ${process.versions.node}; run it through npx from the checkout\n`,
  );
  process.exit(1);
}
const decides = new URL('fresh_bundle.js', built);
if (!existsSync(decides)) {
  process.stderr.write('skein: not built yet; run [npm ci && npm run build] in the checkout\n');
  process.exit(1);
}
const { freshBundle } = await import(decides.href);
const bundle = freshBundle();
keepCompiledCode(bundle);
const { runProgram } = await import(new URL('program.js', bundle ?? built).href);
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
await runProgram(process.argv, manifest.version);

/**
 * Keeps compiled code for the next start. It lies beside the bundle, so that it is removed with it,
 * or in the system's folder for temporary files if that fails. Threads find the folder in the
 * environment, where an administrator can set another one.
 */
function keepCompiledCode(bundle) {
  const { constants, enableCompileCache } = nodeModule;
  const folder = bundle && fileURLToPath(new URL('compiled/', bundle));
  const { status } = enableCompileCache(folder);
  if (status === constants.compileCacheStatus.FAILED) enableCompileCache();
  else if (folder !== undefined) process.env.NODE_COMPILE_CACHE ??= folder;
}
