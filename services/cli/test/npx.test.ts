/** A node under `npx`: a signal to npx alone reaches only npx, and the node follows it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'skein-npx-'));
let npx: ChildProcess | undefined;

/** The whole group: npx, its shell and the node. */
afterEach(() => {
  try {
    if (npx?.pid !== undefined) process.kill(-npx.pid, 'SIGKILL');
  } catch {
    // Nothing is left of it.
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(['SIGTERM', 'SIGKILL'] as const)('stops in order after %s to npx', async (signal) => {
  const settings = ['http.port=0', `path.data=${join(folder, signal)}`];
  const args = ['skein', 'node', ...settings.flatMap((one) => ['-E', one])];
  npx = spawn('npx', args, { cwd: ROOT, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  await new Promise<void>((ready) => {
    for (const stream of [npx?.stdout, npx?.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        if (line.startsWith('skein node ready')) ready();
      });
    }
  });
  // The pipe ends when the last process that writes to it has ended.
  const end = once(npx, 'close');
  npx.kill(signal);
  await end;
  expect(lines.at(-1)).toBe('skein node: stops, because the npx that ran it has ended');
});
