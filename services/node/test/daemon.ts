/** A search node in its own process, started from the built sources. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const COMMAND = join(__dirname, '../../cli/bin/skein.js');
const MAX_LINES = 5_000;
/** The free space of this machine is irrelevant to tests, unless their settings say so. */
const NO_WATERMARKS = 'cluster.routing.allocation.disk.threshold_enabled=false';
const READY = /ready on (http:\/\/\S+)/;

export interface Daemon {
  readonly url: string;
  /** The lines of the node's log, up to the first few thousand. */
  readonly log: readonly string[];
  /** Sends SIGKILL: no code of the process runs any more. */
  kill(): Promise<void>;
  /** Sends SIGTERM, for an orderly stop. */
  stop(): Promise<number | null>;
}

/**
 * Starts a node with `settings` such as `node.name=a`. Resolves when the process prints that it is
 * ready; rejects with its output when it ends before.
 */
export async function startDaemon(
  dataPath: string,
  settings: readonly string[] = [],
): Promise<Daemon> {
  const all = ['http.port=0', `path.data=${dataPath}`, NO_WATERMARKS, ...settings];
  const child = spawn(
    process.execPath,
    [COMMAND, 'node', ...all.flatMap((setting) => ['-E', setting])],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const log: string[] = [];
  const url = await readyUrl(child, log);
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exited = once(child, 'exit');
    child.kill(signal);
    const [code] = await exited;
    return code as number | null;
  };
  return { url, log, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') };
}

function readyUrl(child: ChildProcess, written: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        if (written.length < MAX_LINES) written.push(line);
        const url = READY.exec(line)?.[1];
        if (url !== undefined) resolve(url);
      });
    }
    child.once('exit', (code) =>
      reject(new Error(`the node ended with ${code}:\n${written.join('\n')}`)),
    );
  });
}
