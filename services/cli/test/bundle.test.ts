/**
 * The bundle that `npm run build` makes of the services: see "The bundle" in docs/ARCHITECTURE.md.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { freshBundle } from '../src/fresh_bundle.js';

const bundle = (): URL => {
  const folder = freshBundle();
  if (folder === undefined) throw new Error('there is no fresh bundle: run [npm run build]');
  return folder;
};

test('the build has made one of the packages as they are', () => {
  expect(freshBundle()).toBeDefined();
});

test('a stack trace names the sources', () => {
  const program = JSON.stringify(new URL('program.js', bundle()).href);
  const script = `
    const { runProgram } = await import(${program});
    await runProgram(undefined, '1').catch((error) => console.log(error.stack));`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  const source = readFileSync(`${__dirname}/../src/program.ts`, 'utf8').split('\n');
  const line = source.findIndex((text) => text.includes('argv[2]')) + 1;
  expect(printed).toMatch(/^TypeError: /);
  expect(printed).toContain(`services/cli/src/program.ts:${line}:`);
});

test('the licences of what is in it go with it', () => {
  const text = readFileSync(new URL('LICENCES.txt', bundle()), 'utf8');
  for (const name of ['express', 'ws', 'jose', 'winston', 'msgpackr', 'pg', 'commander']) {
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+`, 'm'));
  }
  expect(text).toContain('Permission is hereby granted, free of charge');
});

/** The code that is loaded with an entry point. */
function codeOf(entry: string): string {
  const loaded = new Map<string, string>();
  const left = [entry];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (loaded.has(name)) continue;
    const text = readFileSync(new URL(name, bundle()), 'utf8');
    loaded.set(name, text);
    for (const [, file = ''] of text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) left.push(file);
  }
  return [...loaded.values()].join('\n');
}

test('a thread loads no code that only other threads run', () => {
  const logs = (code: string) => code.includes('node_modules/winston/lib/winston.js');
  const files = readdirSync(bundle()).filter((name) => name.endsWith('.js'));
  expect(files.some((name) => logs(codeOf(name)))).toBe(true);
  const threads = files.filter((name) => name.endsWith('_worker.js'));
  expect(threads).toHaveLength(6);
  expect(threads.filter((name) => logs(codeOf(name)))).toEqual([]);
  // Merges use the search library alone; the whole engine would be ten times as much.
  expect(codeOf('merge_worker.js').length).toBeLessThan(800_000);
});
