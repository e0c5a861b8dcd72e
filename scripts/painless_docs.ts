/**
 * Writes docs/PAINLESS.md from the allow-list and the contexts. With `--check`, it writes nothing,
 * and fails if the file differs from what it would write.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLASSES, scriptContexts } from '@skein/script';
import { commandLine } from './command_line.ts';
import { MISSING } from './painless_missing.ts';

const { values: options } = commandLine(import.meta, { options: { check: { type: 'boolean' } } });

const PATH = join(import.meta.dirname, '../docs/PAINLESS.md');

const HEAD = `# Painless

This page is for authors of scripts. It lists the variables of each script context, and the classes and members that scripts may use.
\`node scripts/painless_docs.ts\` writes it from \`shared/java/src/whitelist\` and \`shared/script/src/contexts\`: do not edit it.

Skein has the whole Painless language of OpenSearch 2.19: functions, all statements, static types and \`def\`, lambdas and method references, and regular
expressions. Regular expressions run on an engine that needs linear time, so they have no back references and no look-around.

A run of a script ends with an error if it exceeds one of these limits:

- 1,000,000 iterations of the loops of one function
- 20,000,000 steps in the whole run
- 32,000,000 characters of new text; an element of a list or an array counts as 8 characters
- 2,000 nested calls of functions and lambdas
- 800 ms of CPU time in loops
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
        : [`Inherits the members of ${one.table.supers.map(short).join(', ')}.`, ''];
    return [`### ${one.name.replaceAll('$', '.')}`, '', ...above, ...lines, ''];
  });
}

function missing(): string[] {
  const rows = MISSING.map(({ names, reason }) => `| ${names.join(', ')} | ${reason} |`);
  return [
    '## What OpenSearch has and Skein does not',
    '',
    'Scripts of OpenSearch 2.19 may use these classes and members; scripts of Skein may not. `node scripts/painless_allowlist.ts --url …` compares Skein with a',
    'running OpenSearch.',
    '',
    '| Class or member | Reason |',
    '|---|---|',
    ...rows,
    '',
    'In languages other than English, the names of months and days are those of the Unicode locale data of Node.js; OpenSearch has older data. Results of functions',
    'of `Math` may differ from those of OpenSearch in the last digit.',
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
