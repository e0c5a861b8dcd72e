/**
 * The life of a service as a process: it starts, prints one line on standard output when it is
 * ready, and stops on SIGINT or SIGTERM, or when the `npx` that runs it has ended. A second signal
 * ends it at once. If the service cannot start, one line on standard error names the reason and the
 * exit code is 1.
 */
import { memberOf, systemCodeOf, textIn } from '@skein/base';
import { ApiError } from '@skein/errors';
import { launcherEnded } from './launcher.js';

export interface RunningService {
  /** The line that is printed when the service is ready. */
  readonly readyLine: string;
  stop(): Promise<void>;
}

const EXIT_FAILURE = 1;
/** 128 + SIGINT, as shells report it. */
const EXIT_FORCED = 130;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Runs the service until a signal stops it, then ends the process. */
export async function runService(
  name: string,
  start: () => Promise<RunningService>,
): Promise<void> {
  const stopAsked = Promise.race([
    signalled().then(() => undefined),
    launcherEnded().then(() => 'stops, because the npx that ran it has ended'),
  ]);
  try {
    const service = await start();
    process.stdout.write(`${service.readyLine}\n`);
    const note = await stopAsked;
    if (note !== undefined) process.stderr.write(`skein ${name}: ${note}\n`);
    await service.stop();
    process.exit(0);
  } catch (failure) {
    process.stderr.write(`skein ${name}: ${describeFailure(failure)}\n`);
    process.exit(EXIT_FAILURE);
  }
}

/** Resolves at the first signal; the second one ends the process. */
function signalled(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const onSignal = () => {
      if (asked) process.exit(EXIT_FORCED);
      asked = true;
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, onSignal);
  });
}

const SYSTEM_REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another process',
  EADDRNOTAVAIL: 'is not an address of this machine',
  EACCES: 'may not be used by this user',
  ENOENT: 'does not exist',
  ENOTFOUND: 'is not a known host',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'is on a full disk',
};

/** One line for a fault that the user can fix; the stack for a fault of the program. */
export function describeFailure(failure: unknown): string {
  if (failure instanceof ApiError) return failure.reason;
  if (!(failure instanceof Error)) return String(failure);
  const reason = SYSTEM_REASONS[systemCodeOf(failure) ?? ''];
  if (reason === undefined) return failure.stack ?? failure.message;
  const address = textIn(failure, 'address');
  const name = textIn(failure, 'path') ?? textIn(failure, 'hostname') ?? '';
  const subject = address === undefined ? name : `${address}:${memberOf(failure, 'port')}`;
  return `[${subject}] ${reason}`;
}
