/**
 * No import cycles between files (value imports; a cycle of types inside one folder hurts nobody). A grammar calls itself: the rooms
 * that parse and compile one may too.
 */
import { dirname, posix } from 'node:path';
import type { Finding, Rule, SourceFile } from './source_file.ts';

const GRAMMARS: readonly string[] = [
  'shared/script/src/languages/painless/syntax/',
  'shared/script/src/languages/painless/compile/',
];

function inOneGrammar(from: string, to: string): boolean {
  return GRAMMARS.some((room) => from.startsWith(room) && to.startsWith(room));
}

export const cycles: Rule = (files) => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const state = new Map<string, 'open' | 'done'>();
  const findings: Finding[] = [];
  const visit = (file: SourceFile, trail: readonly string[]): void => {
    state.set(file.path, 'open');
    for (const target of valueImports(file, byPath)) {
      if (state.get(target.path) === 'open') {
        const loop = [...trail.slice(trail.indexOf(target.path)), file.path, target.path];
        findings.push({ path: file.path, line: 1, message: `import cycle: ${loop.join(' -> ')}` });
      } else if (!state.has(target.path)) {
        visit(target, [...trail, file.path]);
      }
    }
    state.set(file.path, 'done');
  };
  for (const file of files) if (!state.has(file.path)) visit(file, []);
  return findings;
};

function valueImports(file: SourceFile, byPath: ReadonlyMap<string, SourceFile>): SourceFile[] {
  return file.imports
    .filter(({ specifier, typeOnly }) => specifier.startsWith('.') && !typeOnly)
    .map(({ specifier }) => byPath.get(targetOf(file.path, specifier)))
    .filter((target): target is SourceFile => target !== undefined)
    .filter((target) => !inOneGrammar(file.path, target.path));
}

function targetOf(path: string, specifier: string): string {
  return posix.join(dirname(path), specifier).replace(/\.js$/, '.ts');
}
