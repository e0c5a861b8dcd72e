/**
 * The service's code is loaded when the service starts: a command that only administers has no use
 * for a web server.
 */
import type { Settings } from '@skein/settings';
import type { RunningAuth } from './main.js';

/**
 * Rejects with an ApiError that says why it cannot start: a bad setting, a locked folder, a port
 * that is taken.
 */
export async function startAuth(settings: Settings): Promise<RunningAuth> {
  const { runAuth } = await import('./main.js');
  return runAuth(settings);
}
