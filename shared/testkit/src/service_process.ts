/** One of the project's services as a child process, which is started, waited for and stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** V8's options for a node. Without them, `bin/skein.js` starts a second process that has them. */
const NODE_FLAGS = ['--max-semi-space-size=16', '--v8-pool-size=1'];
/** The free space of this machine is irrelevant to tests, unless their settings say so. */
const OWN_SETTINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  node: { 'cluster.routing.allocation.disk.threshold_enabled': 'false' },
};
const ALLOCATOR = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' };
/** Limits for processes that hang. They are long, because a busy machine is slow. */
const READY_MS = 300_000;
const STOP_MS = 300_000;
const MAX_LINES = 5_000;
/** Lines of its log that are shown of a process that ended. */
const LAST_LINES = 8;

/** Options for the start of a process, beyond its settings. */
export interface Launch {
  readonly nodeFlags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Wraps the command in another program, which gets the command as its arguments. */
  readonly wrap?: ((command: readonly string[]) => readonly string[]) | undefined;
}

const PLAIN: Launch = { nodeFlags: [], env: {} };

export class ServiceProcess {
  readonly name: string;
  /** The line that the process printed when it was ready. */
  readonly readyLine: string;
  /** The lines that the process has printed, up to the first few thousand. */
  readonly log: readonly string[];
  readonly #process: ChildProcess;

  private constructor(
    name: string,
    child: ChildProcess,
    { log, readyLine }: { readonly log: readonly string[]; readonly readyLine: string },
  ) {
    this.name = name;
    this.#process = child;
    this.log = log;
    this.readyLine = readyLine;
  }

  /**
   * Resolves when the process prints that it is ready; rejects with its last output when it cannot
   * start. `signal` kills the process when it is aborted.
   */
  static async start(
    root: string,
    name: string,
    settings: Readonly<Record<string, string>>,
    { nodeFlags, env, wrap = (command) => command }: Launch = PLAIN,
    signal?: AbortSignal,
  ): Promise<ServiceProcess> {
    const all = { ...OWN_SETTINGS[name], ...settings };
    const options = Object.entries(all).flatMap(([key, value]) => ['-E', `${key}=${value}`]);
    const script = join(root, 'services/cli/bin/skein.js');
    const flags = [...NODE_FLAGS, ...nodeFlags];
    const [program = '', ...args] = wrap([process.execPath, ...flags, script, name, ...options]);
    const child = spawn(program, args, {
      cwd: root,
      env: { ...ALLOCATOR, ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    signal?.addEventListener('abort', () => child.kill('SIGKILL'));
    const log: string[] = [];
    const readyLine = await readyLineOf(child, name, log);
    child.once('exit', (code, signal) => reportEnd(`${name} ended with ${signal ?? code}`, log));
    return new ServiceProcess(name, child, { log, readyLine });
  }

  /** Calls `callback` when the process ends without having been asked to. */
  onDeath(callback: (code: number | null) => void): void {
    this.#process.once('exit', callback);
  }

  get pid(): number {
    return this.#process.pid ?? -1;
  }

  /** The address at which the service listens, from its ready line. */
  get url(): string {
    return /https?:\/\/\S+?(?=[\s,;)]|$)/.exec(this.readyLine)?.[0] ?? '';
  }

  /** Sends SIGKILL; resolves when the process has ended. */
  async kill(): Promise<void> {
    const child = this.#process;
    child.removeAllListeners('exit');
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGKILL');
    await ended;
  }

  /**
   * Sends SIGTERM, and SIGKILL when the process takes longer than `STOP_MS`. Resolves with the exit
   * code, which is null after SIGKILL.
   */
  async stop(): Promise<number | null> {
    const child = this.#process;
    child.removeAllListeners('exit');
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    const code = await ended;
    clearTimeout(impatience);
    return code;
  }
}

/**
 * Prints the end of a process that the test did not ask to end: the failures that follow only say
 * that connections were closed.
 */
function reportEnd(end: string, log: readonly string[]): void {
  process.stderr.write(`${end} by itself\n${log.slice(-LAST_LINES).join('\n')}\n`);
}

/** Resolves with the line that says that the process is ready; goes on writing the log. */
function readyLineOf(child: ChildProcess, name: string, log: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) =>
      reject(new Error(`${name} did not start: ${why}\n${log.slice(-LAST_LINES).join('\n')}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(`not ready after ${READY_MS / 1000} s`);
    }, READY_MS);
    const listen = (line: string) => {
      if (log.length < MAX_LINES) log.push(line);
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
