/** `npm run new -- <kind> <name>`: writes the file, its line in the table of contents and its test, then formats them. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { KINDS, type Kind } from './new/templates.ts';

const NAME = /^[a-z][a-z0-9_]*(\/[a-z][a-z0-9_]*)?$/;

function usage(): never {
  console.error('usage: npm run new -- <kind> <name>');
  for (const kind of KINDS) console.error(`  npm run new -- ${kind.example}`);
  process.exit(2);
}

function create(kind: Kind, name: string): void {
  const files = kind.files(name);
  const { path: contents, line } = kind.contents(name);
  const taken = files.find(({ path }) => existsSync(path));
  if (taken || !existsSync(contents)) {
    console.error(taken ? `${taken.path} is there already` : `there is no ${contents}`);
    process.exit(1);
  }
  for (const { path, text } of files) writeFileSync(path, text);
  writeFileSync(contents, withLine(readFileSync(contents, 'utf8'), line));
  const paths = [...files.map(({ path }) => path), contents];
  execFileSync('biome', ['check', '--write', ...paths], { stdio: 'inherit' });
  for (const path of paths) console.log(path);
}

/** The export lines stand in alphabetical order. */
function withLine(text: string, line: string): string {
  const lines = text.trimEnd().split('\n');
  const after = lines.findIndex((known) => known.startsWith('export ') && known > line);
  lines.splice(after < 0 ? lines.length : after, 0, line);
  return `${lines.join('\n')}\n`;
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
