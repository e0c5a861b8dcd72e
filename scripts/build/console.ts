/**
 * Makes the console's pages (`services/console`) from the output of the TypeScript compiler and
 * from the style sheets: one file that is loaded at once, and others that pages load when they are
 * opened, each with a hash in its name and compressed once, here. `manifest.json` lists them for
 * the nodes.
 */
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import type { SiteFile, SiteManifest } from '../../shared/platform/src/http/static_site.ts';
import { licences } from './licences.ts';

const ROOT = join(import.meta.dirname, '../..');
const CONSOLE = join(ROOT, 'services/console');

/**
 * The folder of the built pages. It has this name beside the package's `mod.ts`, here and in the
 * bundle: see `consoleSite` of `@skein/console`.
 */
export const CONSOLE_SITE = join(CONSOLE, 'dist/site');

const SCRIPT = 'services/console/dist/main.js';
/** The page that is opened first. */
const OVERVIEW = 'services/console/dist/overview/overview_page.js';
const STYLES = 'services/console/styles/console.css';

interface ConsoleManifest extends SiteManifest {
  /** The files that are loaded before the first screen is shown, for the test of its budget. */
  readonly firstScreen: readonly string[];
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  html: 'text/html; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

export async function buildConsole(): Promise<void> {
  if (isConsoleBuilt()) return;
  const unfinished = `${CONSOLE_SITE}-${process.pid}`;
  const metafile = await bundleInto(unfinished);
  const outputs = Object.keys(metafile.outputs).map((path) => basename(path));
  const first = loadedWith(metafile, [SCRIPT, STYLES]);
  const icon = iconInto(unfinished);
  writeFileSync(join(unfinished, 'page.html'), pageOf({ first, icon }));
  writeFileSync(join(unfinished, 'licences.txt'), licences(ROOT, Object.keys(metafile.inputs)));
  const files = Object.fromEntries([
    ...[...outputs, icon].map((name) => [name, fileOf(unfinished, name, true)] as const),
    ['', fileOf(unfinished, 'page.html', false)] as const,
    ['licences.txt', fileOf(unfinished, 'licences.txt', false)] as const,
  ]);
  const opened = loadedWith(metafile, [SCRIPT, STYLES, OVERVIEW]);
  const manifest: ConsoleManifest = { files, firstScreen: ['', ...opened, icon] };
  writeFileSync(join(unfinished, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  // From here on, nodes that run from the packages' own files serve the new pages.
  rmSync(CONSOLE_SITE, { recursive: true, force: true });
  renameSync(unfinished, CONSOLE_SITE);
}

/** True when no source of the console has changed since the last build. */
export function isConsoleBuilt(): boolean {
  const built = statSync(join(CONSOLE_SITE, 'manifest.json'), { throwIfNoEntry: false });
  if (built === undefined) return false;
  return inputs().every((path) => statSync(path).mtimeMs <= built.mtimeMs);
}

function inputs(): string[] {
  const styles = readdirSync(join(CONSOLE, 'styles')).map((name) => join(CONSOLE, 'styles', name));
  const packages = join(ROOT, 'node_modules/.package-lock.json');
  const stamp = join(CONSOLE, 'dist/.tsbuildinfo');
  return [...styles, import.meta.filename, stamp, packages];
}

async function bundleInto(folder: string): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: { console: SCRIPT, styles: STYLES },
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2024',
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  return metafile;
}

/** The outputs of these inputs, and the outputs that they import statically. */
function loadedWith({ outputs }: Metafile, inputs: readonly string[]): string[] {
  const entryOf = (input: string) => {
    const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === input);
    if (found === undefined) throw new Error(`the console has no [${input}]`);
    return found[0];
  };
  const found = new Set<string>();
  const visit = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    for (const { path: next, kind } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement') visit(next);
    }
  };
  for (const input of inputs) visit(entryOf(input));
  return [...found].map((path) => basename(path));
}

/** The icon: a skein, which is three birds in a line. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b57d0"/><path d="M5 12l4 4 4-4M12 18l4 4 4-4M19 12l4 4 4-4" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

function iconInto(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const name = `icon-${hashOf(Buffer.from(ICON)).slice(0, 8)}.svg`;
  writeFileSync(join(folder, name), ICON);
  return name;
}

function pageOf({ first, icon }: { readonly first: readonly string[]; readonly icon: string }) {
  const styles = first.filter((name) => name.endsWith('.css'));
  const [entry, ...imported] = first.filter((name) => name.endsWith('.js'));
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<title>Skein</title>',
    `<link rel="icon" href="${icon}">`,
    ...styles.map((name) => `<link rel="stylesheet" href="${name}">`),
    ...imported.map((name) => `<link rel="modulepreload" href="${name}">`),
    `<script type="module" src="${entry}"></script>`,
    '</head>',
    '<body><div id="console"></div><noscript>The console needs JavaScript.</noscript></body>',
    '</html>',
    '',
  ].join('\n');
}

function fileOf(folder: string, name: string, isImmutable: boolean): SiteFile {
  const path = join(folder, name);
  const bytes = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
  return {
    path: relative(folder, path),
    type: TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    hash: hashOf(bytes).slice(0, 20),
    isImmutable,
    encodings: ['br', 'gzip'],
  };
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}
