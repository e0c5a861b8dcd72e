/** `npm run tour`: `npm start -- --exit`, twice over one new folder, on ports nobody uses: first with loading, then with the data there. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

/** As many nodes as `npm start` brings up. */
const NODES = 3;

/** The first of so many ports in a row that nobody uses. */
async function freePorts(count: number): Promise<string> {
  const first = await listening(0);
  const { port } = first.address() as AddressInfo;
  const rest = Array.from({ length: count - 1 }, (_, i) => listening(port + 1 + i));
  const outcomes = await Promise.allSettled(rest);
  const servers = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  );
  await Promise.all([first, ...servers].map((server) => new Promise((end) => server.close(end))));
  return servers.length === count - 1 ? String(port) : freePorts(count);
}

function listening(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

const folder = mkdtempSync(join(tmpdir(), 'skein-tour-'));
const ports = [
  ...['--port', await freePorts(NODES)],
  ...['--transport-port', await freePorts(NODES)],
  ...['--auth-port', await freePorts(1)],
];
const command = ['run', 'start', '--', '--exit', '--data', folder, ...ports];
let status = 0;
for (let round = 0; round < 2 && status === 0; round++) {
  status =
    spawnSync('npm', command, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' })
      .status ?? 1;
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = status;
