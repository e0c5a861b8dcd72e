/**
 * Makes the services' code into one folder of a few files, with everything they borrow: see
 * docs/ARCHITECTURE.md, "The bundle". Which of a program's files are loaded at the start and which
 * on demand stays as written: an `import()` is a file of its own. Nothing is done when the last
 * bundle is fresh.
 */
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
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
import { CONSOLE_SITE } from './console.ts';
import { WASM_FILES } from './kernels.ts';
import { licences } from './licences.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = fileURLToPath(bundlesOf());
const UNFINISHED = 'unfinished-';
const HOUR_MS = 3_600_000;

/**
 * What is started by name, each with the file of that name in the bundle: the command, and the
 * threads of a node.
 */
const ENTRIES = [
  'services/cli/dist/program.js',
  'services/node/dist/process/shard_worker.js',
  'services/node/dist/process/search_worker.js',
  'services/node/dist/process/merge_worker.js',
  'services/node/dist/process/ingest_worker.js',
  'services/node/dist/process/extraction_worker.js',
  'services/node/dist/process/repository_worker.js',
];

/** Addons, and what is loaded by `onDemand`: an installation has these as packages. */
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
  '@patdx/kuromoji',
];

/**
 * An `import` of these two from a module reads all they export, and with it the half megabyte of
 * Node's own `fetch`, which is there only when asked for.
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

/** What CommonJS packages say `require` to. */
const BANNER = `import { createRequire as makeRequire } from 'node:module';
const require = makeRequire(import.meta.url);`;

/**
 * Beside the packages' own: where versions of others are written down, and what makes the bundle.
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
  // Before anything is read: what changes from here on makes the bundle stale.
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

/** All that `madeOf` can name. */
function witnessTimes(): ReadonlyMap<string, number> {
  const packages = ['shared', 'services'].flatMap((room) =>
    readdirSync(join(ROOT, room)).map((name) => stampOf(`${room}/${name}`)),
  );
  return new Map(
    [...packages, ...COMMON_WITNESSES].flatMap((path) => {
      const time = changedMs(path);
      return time === undefined ? [] : [[path, time]];
    }),
  );
}

/** The compiler writes it with every change of what it has compiled. */
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

/** Paths of all it is made of, from the root. */
async function bundleInto(folder: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES,
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
    metafile: true,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs);
}

/** Whole or not at all: services may be starting. */
function writeRecord(record: BundleRecord): void {
  const unfinished = join(FOLDER, `${record.folder}.json`);
  writeFileSync(unfinished, `${JSON.stringify(record, undefined, 2)}\n`);
  renameSync(unfinished, recordFile());
}

/**
 * Processes of the last bundle may still run. Another build may be at work, but not for an hour.
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
