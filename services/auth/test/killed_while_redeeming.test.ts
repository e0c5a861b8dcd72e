/**
 * kill -9 at any moment: acknowledged codes stay used, others are complete or not begun. Runs the
 * built code.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../src/store/sqlite/sqlite_store.js';

/** 200 in the full run: docs/OAUTH_CONFORMANCE.md. */
const KILLS = Number(process.env.FULL_KILLS ?? 20);
const NOW = 1_800_000_000_000;
const SCRIPT = join(__dirname, 'redeem_until_killed.mjs');

const folder = mkdtempSync(join(tmpdir(), 'skein-auth-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The codes that the process reported as redeemed before it was killed, after `count` of them. */
function redeemUntilKilled(path: string, first: number, count: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const args = [SCRIPT, path, String(first), String(NOW)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.split('\n').length > count) child.kill('SIGKILL');
    });
    child.once('error', reject);
    child.once('close', (_code, signal) => {
      if (signal !== 'SIGKILL') return reject(new Error(`ended by itself: ${output}`));
      const lines = output.split('\n').slice(0, -1);
      resolve(
        lines.filter((line) => line.endsWith(' won')).map((line) => Number.parseInt(line, 10)),
      );
    });
  });
}

it('loses and doubles nothing', async () => {
  const path = join(folder, 'auth.sqlite');
  let first = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const answered = await redeemUntilKilled(path, first, 1 + ((kill * 7) % 12));
    expect(answered.length).toBeGreaterThan(0);
    const last = Math.max(...answered);
    const store = openSqliteStore(path);
    for (const i of answered) {
      expect(await store.grants.redeemCode(`c${i}`, NOW, undefined)).toBe('used');
      expect(await store.grants.refreshToken(`r${i}`)).toBeDefined();
    }
    for (let i = last + 1; i < last + 50; i++) {
      const used = (await store.grants.code(`c${i}`))?.usedMs !== undefined;
      expect((await store.grants.refreshToken(`r${i}`)) !== undefined).toBe(used);
    }
    await store.close();
    first = last + 1000;
  }
}, 1_800_000);
