/** The licences of the packages in a bundle, which must go wherever their code goes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileJson } from '../trusted_json.ts';

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)\b/i;

/** Collects the licences; `files` are the paths, from `root`, of all inputs of a bundle. */
export function licences(root: string, files: readonly string[]): string {
  const folders = new Set(files.flatMap((path) => PACKAGE.exec(path)?.[1] ?? []));
  return [...folders]
    .map((folder) => licenceOf(join(root, folder)))
    .sort()
    .join('\n');
}

function licenceOf(folder: string): string {
  const { name, version, license } = manifestOf(folder);
  const texts = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const rule = '-'.repeat(80);
  return [`${rule}\n${name} ${version}: ${license ?? 'see below'}\n${rule}`, ...texts, ''].join(
    '\n\n',
  );
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/**
 * The manifest of a package. Folders inside it may have manifests that only state the type of
 * modules.
 */
function manifestOf(folder: string): Manifest {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) throw new Error(`[${folder}] is no package`);
  return fileJson<Manifest>(path);
}
