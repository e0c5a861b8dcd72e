/** The process that runs the tests of mutants. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Mode, Outcome, Task } from './resident.ts';

const JEST = resolve(import.meta.dirname, '../jest');

let folder: string;
let resident: ChildProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skein-resident-'));
  const jest = {
    runtime: join(JEST, 'kept_modules.mjs'),
    testEnvironment: join(JEST, 'own_global.mjs'),
    transform: {},
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ jest }));
  const test = "test('is one', () => expect(require('./source.js')).toBe(1));";
  writeFileSync(join(folder, 'source.test.js'), test);
  const mode: Mode = { setupFiles: [], setupFilesAfterEnv: [] };
  resident = fork(join(import.meta.dirname, 'resident.ts'), [JSON.stringify(mode)], {
    cwd: folder,
  });
  await once(resident, 'message');
});
afterAll(async () => {
  resident.kill();
  await once(resident, 'exit');
  rmSync(folder, { recursive: true });
});

async function hasFailed(): Promise<boolean> {
  const task: Task = { path: join(folder, 'source.test.js') };
  resident.send(task);
  const [outcome] = (await once(resident, 'message')) as [Outcome];
  return outcome.hasFailed;
}

test('a source that changed between two tasks is read again', async () => {
  const outcomes: boolean[] = [];
  for (const source of ['1', '2', '1 + 0']) {
    writeFileSync(join(folder, 'source.js'), `module.exports = ${source};\n`);
    outcomes.push(await hasFailed());
  }
  expect(outcomes).toEqual([false, true, false]);
});
