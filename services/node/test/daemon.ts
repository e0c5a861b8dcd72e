/** A search node in its own process, started from the built sources. */
import { join } from 'node:path';
import { ServiceProcess } from '@skein/testkit';

const ROOT = join(__dirname, '../../..');

export type Daemon = Pick<ServiceProcess, 'kill' | 'log' | 'stop' | 'url'>;

/**
 * Starts a node with `settings` such as `node.name=a`. Resolves when the process prints that it is
 * ready; rejects with its last output when it ends before.
 */
export function startDaemon(dataPath: string, settings: readonly string[] = []): Promise<Daemon> {
  const given = settings.map((setting) => {
    const equals = setting.indexOf('=');
    return [setting.slice(0, equals), setting.slice(equals + 1)];
  });
  const all = { 'http.port': '0', 'path.data': dataPath, ...Object.fromEntries(given) };
  return ServiceProcess.start(ROOT, 'node', all);
}
