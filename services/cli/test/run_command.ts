/** Runs the `skein` command as a process of its own until it ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  /** Variables beside PATH. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The text for standard input; absent for none. */
  readonly input?: string;
}

export async function runCommand(
  command: string,
  args: readonly string[],
  { cwd, environment = {}, input }: CommandOptions = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [command, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { PATH: process.env.PATH, ...environment },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  let out = '';
  let error = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    error += chunk;
  });
  child.stdin?.end(input);
  const [code] = await once(child, 'close');
  return { code: code as number | null, out, error };
}
