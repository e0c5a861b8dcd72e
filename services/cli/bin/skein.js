#!/usr/bin/env -S MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 node --max-semi-space-size=16
// The flag bounds the main thread's young heap, which would grow to 32 MB and more. The variables
// make glibc's allocator return freed buffers to the system: by default each thread has an arena of
// its own, and an arena keeps what was freed. Both must be there when the process starts, and so
// must the number of V8's own threads; a node that was started without them starts again.
// This file is plain JavaScript, so that it runs before anything is built and can say so.
import { existsSync, readFileSync } from 'node:fs';
// As a namespace: older versions of Node lack some names, and must get as far as the check below.
import * as nodeModule from 'node:module';
import * as os from 'node:os';
import { fileURLToPath } from 'node:url';

const built = new URL('../dist/', import.meta.url);
const OLDEST_NODE = 24;
/** Threads in which V8 compiles and collects garbage, unless there are fewer processors. */
const V8_THREADS = 4;
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
  // A process with a channel to its parent would lose it.
  if (platform !== 'linux' || connected || execve === undefined) return;
  const given = [...execArgv, env.NODE_OPTIONS ?? ''];
  const flags = nodeFlags().filter(([name]) => !given.some((option) => option.includes(name)));
  const names = Object.keys(ALLOCATOR);
  const isChosen = names.some((name) => env[name] !== undefined) || env.GLIBC_TUNABLES;
  if (isChosen && flags.length === 0) return;
  const added = flags.map((flag) => flag.join('='));
  const settings = isChosen ? {} : ALLOCATOR;
  execve(execPath, [execPath, ...execArgv, ...added, ...argv.slice(1)], { ...env, ...settings });
}

/**
 * The flags of a node. V8's threads take processors from the threads of the node, so they are fewer
 * than the processors: on two processors the slowest of a hundred requests take an eighth less time
 * with one of them than with the usual four.
 */
function nodeFlags() {
  const processors = os.availableParallelism();
  const flags = [['--max-semi-space-size', 16]];
  if (processors <= V8_THREADS) flags.push(['--v8-pool-size', Math.max(1, processors - 1)]);
  return flags;
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
