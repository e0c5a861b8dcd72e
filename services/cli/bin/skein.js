#!/usr/bin/env -S MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 node --max-semi-space-size=16
// The flag bounds the main thread's young heap, which would grow to 32 MB and more. The variables
// make glibc's allocator return freed buffers to the system: by default each thread has an arena of
// its own, and an arena keeps what was freed. Both must be there when the process starts, so a node
// that was started without them starts again.
// This file is plain JavaScript, so that it runs before anything is built and can say so.
import { existsSync, readFileSync } from 'node:fs';
// As a namespace: older versions of Node lack some names, and must get as far as the check below.
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

const built = new URL('../dist/', import.meta.url);
const OLDEST_NODE = 24;
const YOUNG_HEAP = '--max-semi-space-size';
/** Environment of a node; a user who sets one of these decides for all. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' };

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  process.stderr.write(
    `skein: needs Node ${OLDEST_NODE} or newer, this is ${process.versions.node}; run it through npx from the checkout\n`,
  );
  process.exit(1);
}
if (process.argv[2] === 'node') startAsIntended();
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

/** Runs this program in the place of this process; does nothing if it was started as intended. */
function startAsIntended() {
  const { platform, execve, env, connected, execPath, execArgv, argv } = process;
  const names = Object.keys(ALLOCATOR);
  const isChosen = names.some((name) => env[name] !== undefined) || env.GLIBC_TUNABLES;
  // A process with a channel to its parent would lose it.
  if (platform !== 'linux' || isChosen || connected || execve === undefined) return;
  const isBound = execArgv.some((flag) => flag.startsWith(YOUNG_HEAP));
  const flags = isBound ? execArgv : [...execArgv, `${YOUNG_HEAP}=16`];
  execve(execPath, [execPath, ...flags, ...argv.slice(1)], { ...env, ...ALLOCATOR });
}

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
