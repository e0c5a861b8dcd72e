/**
 * Bundles the services' code and their dependencies into a folder of a few files: see
 * docs/ARCHITECTURE.md, "The bundle". Files that a program loads on demand stay apart: each
 * `import()` is a file of its own. The build does nothing when the last bundle is fresh.
 */
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import {
  type BundleRecord,
  bundlesOf,
  changedMs,
  freshBundle,
  readRecord,
  recordFile,
} from '../../services/cli/src/fresh_bundle.ts';
import { inAscii } from './ascii.ts';
import { CONSOLE_SITE } from './console.ts';
import { WASM_FILES } from './kernels.ts';
import { licences } from './licences.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = fileURLToPath(bundlesOf());
const UNFINISHED = 'unfinished-';
const HOUR_MS = 3_600_000;
const LINE_COLUMNS = 160;

/**
 * The entry points that are started by name, each with its file name in the bundle: the command,
 * and the threads of a node.
 */
const ENTRIES = [
  'services/cli/dist/program.js',
  'services/node/dist/process/engine_worker.js',
  'services/node/dist/process/search_worker.js',
  'services/node/dist/process/merge_worker.js',
  'services/node/dist/process/ingest_worker.js',
  'services/node/dist/process/extraction_worker.js',
  'services/node/dist/process/repository_worker.js',
];

/** Addons, and packages loaded by `onDemand`: an installation has these as packages. */
export const EXTERNAL: readonly string[] = [
  'lz4-napi',
  'msgpackr-extract',
  'luxon',
  'snowball-stemmers',
  '@orama/stemmers',
  'yaml',
  'h3-js',
  'sax',
  'uap-core',
  'tlds',
  '@patdx/kuromoji',
];

/**
 * An `import` of `node:http` or `node:https` from a module reads all their exports, and with them
 * the half megabyte of Node's own `fetch`, which is otherwise loaded only when it is used.
 */
const LAZY_BUILTINS: Plugin = {
  name: 'lazy builtins',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:https?$/ }, ({ path }) => ({ path, namespace: 'lazy-builtin' }));
    onLoad({ filter: /.*/, namespace: 'lazy-builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
    }));
  },
};

/** Defines the `require` that CommonJS packages call. */
const BANNER = `import { createRequire as makeRequire } from 'node:module';
const require = makeRequire(import.meta.url);`;

/**
 * Files beside the packages' own whose changes make the bundle stale: the versions of dependencies,
 * and what makes the bundle.
 */
const COMMON_WITNESSES = [
  'node_modules/.package-lock.json',
  'scripts/build/bundle.ts',
  ...WASM_FILES.map((path) => relative(ROOT, path)),
  relative(ROOT, join(CONSOLE_SITE, 'manifest.json')),
];

export async function buildBundle(): Promise<void> {
  if (freshBundle() !== undefined) return;
  const last = readRecord();
  // The times are taken before anything is read: a later change makes the bundle stale.
  const times = witnessTimes();
  const folder = `${Date.now().toString(36)}-${process.pid}`;
  const unfinished = join(FOLDER, `${UNFINISHED}${folder}`);
  const inputs = await bundleInto(unfinished);
  for (const path of WASM_FILES) copyFileSync(path, join(unfinished, basename(path)));
  cpSync(CONSOLE_SITE, join(unfinished, basename(CONSOLE_SITE)), { recursive: true });
  writeFileSync(join(unfinished, 'LICENCES.txt'), licences(ROOT, inputs));
  mkdirSync(join(unfinished, 'compiled'));
  renameSync(unfinished, join(FOLDER, folder));
  writeRecord({ folder, madeOf: witnessesOf(inputs, times) });
  removeOld([folder, last?.folder]);
}

/** The modification times of all files that `madeOf` can name. */
function witnessTimes(): ReadonlyMap<string, number> {
  const packages = ['shared', 'services'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => stampOf(`${folder}/${name}`)),
  );
  return new Map(
    [...packages, ...COMMON_WITNESSES].flatMap((path) => {
      const time = changedMs(path);
      return time === undefined ? [] : [[path, time]];
    }),
  );
}

/** The file that the compiler writes whenever its output for the package changes. */
function stampOf(packagePath: string): string {
  return `${packagePath}/dist/.tsbuildinfo`;
}

function witnessesOf(
  inputs: readonly string[],
  times: ReadonlyMap<string, number>,
): Record<string, number> {
  const stamps = inputs.map((path) => stampOf(path.split('/', 2).join('/')));
  const wanted = new Set([...stamps, ...COMMON_WITNESSES]);
  return Object.fromEntries([...times].filter(([path]) => wanted.has(path)));
}

/** Builds into the folder; resolves with the paths of all inputs, from the root. */
async function bundleInto(folder: string): Promise<string[]> {
  const inputs = await Promise.all(ENTRIES.map((entry) => bundleEntry(entry, folder)));
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.endsWith('.js')) writeFileSync(path, inAscii(readFileSync(path, 'utf8')));
  }
  return [...new Set(inputs.flat())];
}

/**
 * Bundles one entry point apart from the others. Bundled together, they would share files, and a
 * thread would load what only another one uses: esbuild gives a package's files to all entry points
 * that import the package.
 */
async function bundleEntry(entry: string, folder: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    entryNames: '[name]',
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: [...EXTERNAL],
    plugins: [LAZY_BUILTINS],
    inject: ['services/cli/dist/source_positions.js'],
    banner: { js: BANNER },
    // V8 keeps the text of every file in memory, once in each thread that loads it.
    minifyWhitespace: true,
    // Places in profiles are lines of the bundle.
    lineLimit: LINE_COLUMNS,
    metafile: true,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs);
}

/** Writes the record atomically: services may be starting. */
function writeRecord(record: BundleRecord): void {
  const unfinished = join(FOLDER, `${record.folder}.json`);
  writeFileSync(unfinished, `${JSON.stringify(record, undefined, 2)}\n`);
  renameSync(unfinished, recordFile());
}

/**
 * Removes old bundles, except the kept ones: processes of the last bundle may still run. The files
 * of another build that may be running are kept for an hour.
 */
function removeOld(kept: readonly (string | undefined)[]): void {
  for (const entry of readdirSync(FOLDER, { withFileTypes: true })) {
    const path = join(FOLDER, entry.name);
    if (!entry.isDirectory() || kept.includes(entry.name)) continue;
    const isAtWork =
      entry.name.startsWith(UNFINISHED) && statSync(path).mtimeMs > Date.now() - HOUR_MS;
    if (!isAtWork) rmSync(path, { recursive: true, force: true });
  }
}
