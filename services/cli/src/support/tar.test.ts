import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tar } from './tar.js';

test('tar reads what was written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-tar-'));
  const files = {
    'bundle/empty.txt': '',
    'bundle/a.json': '{"ä":1}',
    'bundle/block': 'x'.repeat(512),
  };
  const entries = Object.entries(files).map(([name, text]) => ({
    name,
    content: Buffer.from(text),
  }));
  const archive = tar(entries, new Date('2026-01-02T03:04:05Z'));
  const { status, stderr } = spawnSync('tar', ['-xf', '-', '-C', folder], { input: archive });
  expect([status, String(stderr)]).toEqual([0, '']);
  for (const [name, text] of Object.entries(files)) {
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
  }
  rmSync(folder, { recursive: true });
});
