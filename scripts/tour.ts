/**
 * `npm run tour`: runs `npm start -- --exit` twice over one new folder, on free ports. The first
 * run loads the documents; the second run finds them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePorts } from '../shared/testkit/src/free_ports.ts';
import { commandLine } from './command_line.ts';

commandLine(import.meta, {});

const ROOT = resolve(import.meta.dirname, '..');

/** The number of nodes that `npm start` starts. */
const NODES = 3;

const folder = mkdtempSync(join(tmpdir(), 'skein-tour-'));
const [http, transport, auth] = (await freePorts(2 * NODES + 1)).filter((_, i) => i % NODES === 0);
const ports = ['--port', http, '--transport-port', transport, '--auth-port', auth].map(String);
const command = ['run', 'start', '--', '--exit', '--data', folder, ...ports];
let status = 0;
for (let round = 0; round < 2 && status === 0; round++) {
  status =
    spawnSync('npm', command, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' })
      .status ?? 1;
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = status;
