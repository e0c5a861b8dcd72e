/**
 * Writes docs/PAINLESS.md from the allow-list and the contexts. `--check` fails when the file is
 * not what would be written.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLASSES, scriptContexts } from '@skein/script';
import { commandLine } from './command_line.ts';
import { MISSING } from './painless_missing.ts';

const { values: options } = commandLine(import.meta, { options: { check: { type: 'boolean' } } });

const PATH = join(import.meta.dirname, '../docs/PAINLESS.md');

const HEAD = `# Painless

Written by \`node scripts/painless_docs.ts\` from \`shared/script/src/languages/painless/whitelist\` and \`shared/script/src/contexts\`.
Do not edit.

The whole language of the reference: functions, all statements, static types and \`def\`, lambdas and references, regular
expressions (on a linear-time engine: no back references, no look-around).

Limits of a run: 1,000,000 turns of the loops of a function, 20,000,000 steps in all, 32 MB of text or as much in elements, 2,000 frames,
800 ms of the processor for a loop whose calls are long.
`;

interface Signature {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly returns: string;
}

const short = (type: string): string =>
  type.replaceAll('$', '.').replace(/^[a-z.]+\.(?=[A-Z])/, '');

function line({ name, parameters, returns }: Signature, prefix = ''): string {
  return `- ${prefix}\`${short(returns)} ${name}(${parameters.map(short).join(', ')})\``;
}

function contexts(): string[] {
  const rows = scriptContexts().map((one) => {
    const names = one.variables.map(({ name, type }) => `\`${short(type)} ${name}\``).join(', ');
    return `| ${one.name} | ${names} | \`${short(one.returns)}\` |`;
  });
  return ['## Contexts', '', '| Context | Variables | Result |', '|---|---|---|', ...rows, ''];
}

function classes(): string[] {
  const shown = [...CLASSES.all()].filter(({ table }) => table.hidden !== true);
  const sorted = shown.sort((a, b) => (a.name < b.name ? -1 : 1));
  return sorted.flatMap((one) => {
    const own = [...one.methods.values()].filter((method) => method.owner === one.name);
    const lines = [
      ...[...one.constants].map(([name, { type }]) => `- static \`${short(type)} ${name}\``),
      ...[...one.constructors.values()].map(
        (made) => `- new \`${short(one.name)}(${made.parameters.map(short).join(', ')})\``,
      ),
      ...[...one.statics.values()].map((method) => line(method, 'static ')),
      ...own.map((method) => line(method)),
    ];
    const above =
      one.table.supers === undefined
        ? []
        : [`Has all of ${one.table.supers.map(short).join(', ')}.`, ''];
    return [`### ${one.name.replaceAll('$', '.')}`, '', ...above, ...lines, ''];
  });
}

function missing(): string[] {
  const rows = MISSING.map(({ names, reason }) => `| ${names.join(', ')} | ${reason} |`);
  return [
    '## Not here',
    '',
    'What the scripts of the reference see and these do not; `node scripts/painless_allowlist.ts --url …` compares with a running one.',
    '',
    '| Class or member | Why |',
    '|---|---|',
    ...rows,
    '',
    'Names of months and days in other languages than English are those of the Unicode locale data; the reference runs with older',
    'data of its own. Functions of Math may differ from it in the last digit.',
    '',
  ];
}

const text = [HEAD, ...contexts(), ...missing(), '## Classes', '', ...classes()].join('\n');
if (options.check) {
  if (readFileSync(PATH, 'utf8') !== text) {
    console.error('docs/PAINLESS.md is out of date: run [node scripts/painless_docs.ts]');
    process.exitCode = 1;
  }
} else writeFileSync(PATH, text);
