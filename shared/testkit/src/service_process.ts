/** One of the project's services as a child process: started, waited for, stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** As in the first line of `bin/skein.js`, which a direct start passes over. */
const NODE_FLAGS = ['--max-semi-space-size=16'];
/** Limits for what hangs, not for what is slow: the machine may be busy. */
const READY_MS = 300_000;
const STOP_MS = 300_000;

/** How a process is started, beyond its settings. */
export interface Launch {
  readonly nodeFlags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What the command is started with: another program, with the command as its arguments. */
  readonly wrap?: ((command: readonly string[]) => readonly string[]) | undefined;
}

const PLAIN: Launch = { nodeFlags: [], env: {} };

export class ServiceProcess {
  readonly name: string;
  /** The line it printed when it was ready. */
  readonly readyLine: string;
  readonly #process: ChildProcess;

  private constructor(name: string, child: ChildProcess, readyLine: string) {
    this.name = name;
    this.#process = child;
    this.readyLine = readyLine;
  }

  /** Resolves when it says that it is ready; rejects with its last words when it cannot start. */
  static async start(
    root: string,
    name: string,
    settings: Readonly<Record<string, string>>,
    { nodeFlags, env, wrap = (command) => command }: Launch = PLAIN,
  ): Promise<ServiceProcess> {
    const options = Object.entries(settings).flatMap(([key, value]) => ['-E', `${key}=${value}`]);
    const script = join(root, 'services/cli/bin/skein.js');
    const flags = [...NODE_FLAGS, ...nodeFlags];
    const [program = '', ...args] = wrap([process.execPath, ...flags, script, name, ...options]);
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    return new ServiceProcess(name, child, await readyLineOf(child, name));
  }

  /** Calls back when the process ends without having been asked to. */
  onDeath(callback: (code: number | null) => void): void {
    this.#process.once('exit', callback);
  }

  get pid(): number {
    return this.#process.pid ?? -1;
  }

  /** Where it listens, from its ready line. */
  get url(): string {
    return /https?:\/\/\S+?(?=[\s,;)]|$)/.exec(this.readyLine)?.[0] ?? '';
  }

  /** `kill -9`: resolves when it is gone. */
  async kill(): Promise<void> {
    const child = this.#process;
    child.removeAllListeners('exit');
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGKILL');
    await ended;
  }

  /** `SIGTERM`, and `SIGKILL` when it takes too long. */
  async stop(): Promise<void> {
    const child = this.#process;
    child.removeAllListeners('exit');
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(impatience);
  }
}

function readyLineOf(child: ChildProcess, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    const fail = (why: string) =>
      reject(new Error(`${name} did not start: ${why}\n${said.slice(-8).join('\n')}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(`not ready after ${READY_MS / 1000} s`);
    }, READY_MS);
    const listen = (line: string) => {
      said.push(line);
      if (!/\bready\b.*http/.test(line)) return;
      clearTimeout(timer);
      resolve(line);
    };
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', listen);
    }
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      fail(`it ended with ${signal ?? code}`);
    });
  });
}
