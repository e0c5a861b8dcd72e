/** Loads the service's code on start, because commands that only administer need no web server. */
import type { Settings } from '@skein/settings';
import type { RunningAuth } from './main.js';

/** Rejects with an ApiError that gives the reason: a bad setting, a locked folder, a used port. */
export async function startAuth(settings: Settings): Promise<RunningAuth> {
  const { runAuth } = await import('./main.js');
  return runAuth(settings);
}
