/**
 * The names in the sources of packages that may be members of JSON: texts, and names of members.
 * A parser can know only names that its source contains, so a test that asks all of them finds each
 * member that a description has left out.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PACKAGES = resolve(import.meta.dirname, '../../../shared');
const NOT_CODE = /\/\*[\s\S]*?\*\/|\/\/.*$|^import [\s\S]*?;$/gm;
const TEXT = /'(_?[a-z]\w*)'/g;
/** Before its value, or as the name and the value of a member. */
const MEMBER = /(?:^|[{,(.]|readonly )\s*(_?[a-z]\w*)\??(?=[:,} ;)])/gm;

/** Each path is that of a file or a folder below `shared`. */
export function wordsOfSources(...paths: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const file of paths.flatMap(filesAt)) {
    const code = readFileSync(join(PACKAGES, file), 'utf8').replace(NOT_CODE, '');
    for (const pattern of [TEXT, MEMBER]) {
      for (const [, name = ''] of code.matchAll(pattern)) words.add(name);
    }
  }
  return words;
}

function filesAt(path: string): readonly string[] {
  if (path.endsWith('.ts')) return [path];
  const names = readdirSync(join(PACKAGES, path), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|testdata|testing/.test(name))
    .map((name) => join(path, name));
}
