/**
 * Checks that every package has a README, a `mod.ts`, a layer, and its dependencies in both
 * package.json and tsconfig.json.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileJson } from '../trusted_json.ts';
import { LAYERS } from './layers.ts';
import type { Finding, Rule } from './source_file.ts';

export const packages: Rule = (files) => {
  const paths = new Set(files.map((file) => file.packagePath).filter((path) => path !== 'scripts'));
  return [...paths].flatMap(packageFindings);
};

function packageFindings(path: string): Finding[] {
  const name = path.split('/')[1] ?? '';
  const problems: string[] = [];
  if (!existsSync(`${path}/README.md`)) problems.push('has no README.md');
  if (!existsSync(`${path}/src/mod.ts`)) problems.push('has no entry file (src/mod.ts)');
  if (LAYERS[name] === undefined) problems.push('is not in the table of layers');
  problems.push(...referenceProblems(path));
  return problems.map((message) => ({ path, line: 1, message }));
}

function referenceProblems(path: string): string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(`${path}/package.json`, 'utf8'));
  const { references = [] } = fileJson<{ references?: { path: string }[] }>(
    `${path}/tsconfig.json`,
  );
  const referenced = new Set(references.map((reference) => reference.path.split('/').at(-1)));
  return Object.keys(dependencies)
    .filter((name) => name.startsWith('@skein/') && name !== '@skein/web_globals')
    .map((name) => name.slice('@skein/'.length))
    .filter((name) => !referenced.has(name))
    .map((name) => `tsconfig.json does not reference ${name}`);
}
