/**
 * `node scripts/ship.ts FOLDER`: copies the part of a built checkout that an installation needs:
 * the command, the bundle, and the packages that are not in the bundle.
 * `FOLDER/services/cli/bin/skein.js` then runs without the checkout.
 */
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { freshBundle, readRecord } from '../services/cli/src/fresh_bundle.ts';
import { EXTERNAL } from './build/bundle.ts';
import { fileJson } from './trusted_json.ts';

const ROOT = resolve(import.meta.dirname, '..');
const CLI = 'services/cli';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('ship: the argument FOLDER is missing');
  process.exit(2);
}
const bundle = freshBundle() && readRecord();
if (bundle === undefined) {
  console.error('ship: the checkout is not built; run [npm run build]');
  process.exit(1);
}
const target = resolve(folder);

const OWN = [
  'package.json',
  'LICENSE',
  `${CLI}/package.json`,
  `${CLI}/bin`,
  `${CLI}/dist/fresh_bundle.js`,
  `${CLI}/dist/bundle/current.json`,
  `${CLI}/dist/bundle/${bundle.folder}`,
];
for (const path of [...OWN, ...packagesOf(EXTERNAL)]) copy(path);

/**
 * The folders of packages and of all their dependencies, from the root. Packages for other
 * platforms are not installed and so are left out.
 */
function packagesOf(names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string, from: string) => {
    const path = placeOf(name, from);
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const manifest = fileJson<Manifest>(join(ROOT, path, 'package.json'));
    const needed = { ...manifest.dependencies, ...manifest.optionalDependencies };
    for (const next of Object.keys(needed)) visit(next, path);
  };
  for (const name of names) visit(name, '.');
  return found;
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The folder in which a package finds another one: below its own folder, or below one above it. */
function placeOf(name: string, from: string): string | undefined {
  const path = join(from, 'node_modules', name);
  if (existsSync(join(ROOT, path))) return path;
  return from === '.' ? undefined : placeOf(name, dirname(from));
}

function copy(path: string): void {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  cpSync(join(ROOT, path), join(target, path), { recursive: true, dereference: true });
}
