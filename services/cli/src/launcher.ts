/**
 * The end of the `npx` that runs this process. npx starts a shell, which starts the program: Ctrl-C
 * reaches all three, but a signal to npx alone ends npx and at most the shell, and would leave a
 * service that nobody sees.
 */
import { readFileSync } from 'node:fs';

const LOOK_MS = 1_000;

/** Resolves when npx has ended; never if npx did not start this process. */
export function launcherEnded(): Promise<void> {
  if (process.env.npm_command !== 'exec') return new Promise(() => {});
  const launchers = ancestors();
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (ancestors() === launchers) return;
      clearInterval(timer);
      resolve();
    }, LOOK_MS);
    timer.unref();
  });
}

/**
 * The parent and its parent. A process whose parent ends gets another one. Without `/proc`, only
 * the own parent is known.
 */
function ancestors(): string {
  const { ppid } = process;
  return `${ppid} ${parentOf(ppid) ?? ''}`;
}

function parentOf(pid: number): string | undefined {
  try {
    // The name of the program is in brackets and may contain spaces; state and parent follow.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return undefined;
  }
}
