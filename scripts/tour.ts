/** `npm run tour`: `npm start -- --exit`, twice over one new folder, on ports nobody uses: first with loading, then with the data there. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => found(port));
    });
  });
}

const folder = mkdtempSync(join(tmpdir(), 'skein-tour-'));
const ports = ['--port', String(await freePort()), '--auth-port', String(await freePort())];
const command = ['run', 'start', '--', '--exit', '--data', folder, ...ports];
let status = 0;
for (let round = 0; round < 2 && status === 0; round++) {
  status =
    spawnSync('npm', command, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' })
      .status ?? 1;
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = status;
