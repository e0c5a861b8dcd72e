/**
 * Compiles the WebAssembly modules whose sources are newer: the search library's kernels to
 * `shared/search_library/dist/kernels.wasm` and LZ4 to `shared/bytes/dist/lz4.wasm`. The sources of
 * the kernels (`src/kernels`) are both TypeScript and AssemblyScript; for some of them
 * AssemblyScript has its own version (`kernels/`): memory access and vector loops. One source is
 * generated here, with a function for each width of packed values. LZ4 is AssemblyScript alone:
 * without the module the addon does the work.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { unpackWidths } from './unpack_widths.ts';

const SHARED = join(import.meta.dirname, '../../shared');

interface WasmModule {
  readonly target: string;
  /** The folders of sources; of two files with one name, the one in the later folder counts. */
  readonly folders: readonly string[];
  /** The generated sources, by name. */
  readonly written: ReadonlyMap<string, string>;
  readonly options: readonly string[];
}

const OPTIONS = ['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--use', 'abort='];

const MODULES: readonly WasmModule[] = [
  {
    target: join(SHARED, 'search_library/dist/kernels.wasm'),
    folders: [join(SHARED, 'search_library/src/kernels'), join(SHARED, 'search_library/kernels')],
    written: new Map([['unpack_widths', unpackWidths()]]),
    options: [
      'main.ts',
      ...['--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536'],
      ...['--enable', 'threads', '--enable', 'simd'],
    ],
  },
  {
    target: join(SHARED, 'bytes/dist/lz4.wasm'),
    folders: [join(SHARED, 'bytes/kernels')],
    written: new Map(),
    // The memory in pages of 64 KiB, as `src/lz4_kernel.ts` lays it out.
    options: ['lz4.ts', '--initialMemory', '36', '--enable', 'simd'],
  },
];

/** The paths of the compiled modules. */
export const WASM_FILES: readonly string[] = MODULES.map(({ target }) => target);

/** All sources by the name that their importers use. */
function readSources({ folders, written }: WasmModule): Map<string, string> {
  const sources = new Map(written);
  for (const folder of folders) {
    for (const name of readdirSync(folder)) {
      if (!name.endsWith('.ts') || /\.(?:d|test)\.ts$/.test(name)) continue;
      sources.set(basename(name, '.ts'), readFileSync(join(folder, name), 'utf8'));
    }
  }
  return sources;
}

async function compile(module: WasmModule): Promise<Uint8Array> {
  const { default: asc } = await import('assemblyscript/asc');
  const sources = readSources(module);
  const outFile = basename(module.target);
  let wasm: Uint8Array | undefined;
  const options = [...module.options, '--outFile', outFile, ...OPTIONS];
  const { error, stderr } = await asc.main(options, {
    readFile: (name: string) => sources.get(name.replace(/(?:\.js)?\.ts$/, '')) ?? null,
    writeFile: (_name: string, contents: string | Uint8Array) => {
      if (typeof contents !== 'string') wasm = contents;
    },
    listFiles: () => [],
  });
  if (error !== null || wasm === undefined) throw new Error(`${outFile}: ${stderr}`);
  return wasm;
}

function changedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isUpToDate({ target, folders }: WasmModule): boolean {
  const sources = [...folders, import.meta.dirname].flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name)),
  );
  const builtMs = changedMs(target);
  return sources.every((path) => changedMs(path) <= builtMs);
}

/**
 * Compiles one module. It is written under another name first, because another build may be
 * running.
 */
async function build(module: WasmModule): Promise<void> {
  if (isUpToDate(module)) return;
  const wasm = await compile(module);
  mkdirSync(dirname(module.target), { recursive: true });
  const unfinished = `${module.target}.${process.pid}`;
  writeFileSync(unfinished, wasm);
  renameSync(unfinished, module.target);
}

export async function buildKernels(): Promise<void> {
  for (const module of MODULES) await build(module);
}

if (process.argv[1] === import.meta.filename) await buildKernels();
