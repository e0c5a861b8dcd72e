/**
 * `npm run new -- <kind> <name>`: writes the new file, its line in the table of contents and its
 * test, then formats them.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { withLine } from './new/contents.ts';
import { KINDS, type Kind } from './new/templates.ts';

const NAME = /^[a-z][a-z0-9_]*(\/[a-z][a-z0-9_]*)?$/;

function usage(): never {
  console.error('usage: npm run new -- <kind> <name>');
  for (const kind of KINDS) console.error(`  npm run new -- ${kind.example}`);
  process.exit(2);
}

function create(kind: Kind, name: string): void {
  const files = kind.files(name);
  const contents = kind.contents(name);
  const taken = files.find(({ path }) => existsSync(path));
  const missing = contents.find(({ path }) => !existsSync(path));
  if (taken || missing) {
    console.error(taken ? `${taken.path} exists already` : `${missing?.path} does not exist`);
    process.exit(1);
  }
  for (const { path, text } of files) writeFileSync(path, text);
  for (const { path, line } of contents) {
    writeFileSync(path, withLine(readFileSync(path, 'utf8'), line));
  }
  const paths = [...files, ...contents].map(({ path }) => path);
  execFileSync('biome', ['check', '--write', ...paths], { stdio: 'inherit' });
  for (const path of paths) console.log(path);
}

const [kindName, name] = process.argv.slice(2);
const kind = KINDS.find((one) => one.name === kindName);
if (
  !kind ||
  name === undefined ||
  !NAME.test(name) ||
  name.includes('/') !== kind.example.includes('/')
) {
  usage();
}
create(kind, name);
