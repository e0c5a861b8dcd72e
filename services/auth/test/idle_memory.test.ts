/** The memory of the service when it has started and is idle. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ServiceProcess } from '@skein/testkit';

const ROOT = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'skein-idle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [run, title] =
  process.platform === 'linux'
    ? [it, 'is under 100 MB']
    : [it.skip, 'is under 100 MB: skipped, there is no /proc to read it from'];

run(title, async () => {
  const auth = await ServiceProcess.start(ROOT, 'auth', { 'http.port': '0', 'path.data': folder });
  try {
    const status = readFileSync(`/proc/${auth.pid}/status`, 'utf8');
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    expect(Number(kilobytes) / 1024).toBeLessThan(100);
  } finally {
    await auth.stop();
  }
});
