/**
 * Compiles the search library's kernels to `shared/search_library/dist/kernels.wasm`. Their sources are TypeScript that is AssemblyScript as
 * well (`src/kernels`); of two of them AssemblyScript has its own version (`kernels/`): memory access and vector loops. One file is written
 * here, a function for each width that values are packed in. `node scripts/build/kernels.ts` does it when the sources are newer.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { unpackWidths } from './unpack_widths.ts';

const PACKAGE = join(import.meta.dirname, '../../shared/search_library');
const SOURCES = join(PACKAGE, 'src/kernels');
const REPLACEMENTS = join(PACKAGE, 'kernels');
const TARGET = join(PACKAGE, 'dist/kernels.wasm');

const OPTIONS = [
  'main.ts',
  ...['--outFile', 'kernels.wasm', '-O3', '--converge', '--noAssert', '--runtime', 'stub'],
  ...['--use', 'abort=', '--importMemory', '--sharedMemory'],
  ...[
    '--initialMemory',
    '1',
    '--maximumMemory',
    '65536',
    '--enable',
    'threads',
    '--enable',
    'simd',
  ],
];

/** All files by the name their importers use. */
function readSources(): Map<string, string> {
  const sources = new Map<string, string>([['unpack_widths', unpackWidths()]]);
  for (const folder of [SOURCES, REPLACEMENTS]) {
    for (const name of readdirSync(folder)) {
      if (!name.endsWith('.ts') || /\.(?:d|test)\.ts$/.test(name)) continue;
      sources.set(basename(name, '.ts'), readFileSync(join(folder, name), 'utf8'));
    }
  }
  return sources;
}

async function compile(): Promise<Uint8Array> {
  const { default: asc } = await import('assemblyscript/asc');
  const sources = readSources();
  let wasm: Uint8Array | undefined;
  const { error, stderr } = await asc.main(OPTIONS, {
    readFile: (name: string) => sources.get(name.replace(/(?:\.js)?\.ts$/, '')) ?? null,
    writeFile: (_name: string, contents: string | Uint8Array) => {
      if (typeof contents !== 'string') wasm = contents;
    },
    listFiles: () => [],
  });
  if (error !== null || wasm === undefined) throw new Error(`kernels: ${stderr}`);
  return wasm;
}

function changedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isUpToDate(): boolean {
  const sources = [SOURCES, REPLACEMENTS, import.meta.dirname].flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name)),
  );
  const builtMs = changedMs(TARGET);
  return sources.every((path) => changedMs(path) <= builtMs);
}

/** Written under another name first: another build may be running. */
export async function buildKernels(): Promise<void> {
  if (isUpToDate()) return;
  const wasm = await compile();
  mkdirSync(join(PACKAGE, 'dist'), { recursive: true });
  const unfinished = `${TARGET}.${process.pid}`;
  writeFileSync(unfinished, wasm);
  renameSync(unfinished, TARGET);
}

if (process.argv[1] === import.meta.filename) await buildKernels();
