/** Runs `npm start` as a process, without the documents of the tour: one node, on free ports. */
import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { freePorts } from '@skein/testkit';

export interface Started {
  readonly auth: string;
  readonly search: string;
  stop(): Promise<void>;
}

/**
 * `folder` is for the data, `root` is the checkout. Rejects with the process's output if it ends
 * before it is ready.
 */
export async function npmStart(root: string, folder: string): Promise<Started> {
  const [auth, search, transport] = await freePorts(3);
  const ports = ['--auth-port', auth, '--port', search, '--transport-port', transport];
  const args = ['--no-documents', '--nodes', '1', '--data', folder, ...ports.map(String)];
  const bin = join(root, 'node_modules/.bin');
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts'), ...args], {
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await said(child, 'Press Ctrl-C to stop');
  return {
    auth: `http://127.0.0.1:${auth}`,
    search: `http://127.0.0.1:${search}`,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function said(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    const listen = (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.includes(words)) resolve();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}: ${text}`)));
  });
}
