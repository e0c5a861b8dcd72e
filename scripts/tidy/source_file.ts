/** The TypeScript files of the project, as the rules see them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

export interface SourceFile {
  /** The path from the root, with `/`. */
  readonly path: string;
  /** The folder of the package, such as `shared/base`, `services/node` or `scripts`. */
  readonly packagePath: string;
  /** The name of the package, such as `base` or `node`; empty for scripts. */
  readonly packageName: string;
  readonly text: string;
  readonly lines: readonly string[];
  /** True for tests, contract suites, fuzzers, benchmarks and the files that only they use. */
  readonly isTest: boolean;
  readonly imports: readonly Import[];
}

export interface Import {
  /** The module specifier, as written. */
  readonly specifier: string;
  readonly typeOnly: boolean;
  readonly line: number;
}

export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

export type Rule = (files: readonly SourceFile[]) => Finding[];

const FOLDERS = ['shared', 'services', 'scripts'];
const SKIPPED = new Set(['node_modules', 'dist', 'testdata']);

export function readSources(root: string): SourceFile[] {
  return FOLDERS.flatMap((folder) => walk(join(root, folder)))
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) =>
      readSource(
        root,
        path
          .slice(root.length + 1)
          .split(sep)
          .join('/'),
      ),
    )
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(path) : [path];
  });
}

function readSource(root: string, path: string): SourceFile {
  return sourceFile(path, readFileSync(join(root, path), 'utf8'));
}

export function sourceFile(path: string, text: string): SourceFile {
  const [folder = '', name = ''] = path.split('/');
  return {
    path,
    packagePath: folder === 'scripts' ? folder : `${folder}/${name}`,
    packageName: folder === 'scripts' ? '' : name,
    text,
    lines: text.split('\n'),
    isTest: /\.(test|contract|fuzz|bench)\.ts$|\/test\/|\/testing\/|^shared\/testkit\//.test(path),
    imports: importsOf(text),
  };
}

const IMPORT = /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\s+from\s+)?'([^']+)';/gm;

function importsOf(text: string): Import[] {
  return [...text.matchAll(IMPORT)].map((match) => ({
    specifier: match[2] ?? '',
    typeOnly: match[1] !== undefined || onlyTypes(match[0]),
    line: text.slice(0, match.index).split('\n').length,
  }));
}

/** True for an import of types alone: `import { type A, type B } from` imports no value. */
function onlyTypes(statement: string): boolean {
  const names = /\{([^}]*)\}/.exec(statement)?.[1];
  if (names === undefined || /^import\s+\w/.test(statement)) return false;
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .every((name) => name.startsWith('type '));
}
