/**
 * The bundle that `npm run build` makes of the services: see "The bundle" in docs/ARCHITECTURE.md.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
