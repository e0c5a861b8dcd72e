/** `skein console`: serves the console of a remote cluster on a port of this machine. */
import { ApiError } from '@skein/errors';
import { Command } from 'commander';
import { runService } from '../run_service.js';

interface ConsoleFlags {
  readonly url: string;
  readonly ca?: string;
  readonly port: string;
}

const DEFAULT_PORT = '9290';

const HELP = `
The command serves the console at http://127.0.0.1:PORT/_console/, only for this machine, and forwards its requests to the cluster. If the cluster requires tokens, users
sign in at its issuer: register the console there with this address (--redirect-uri, --origin). --url must be the address by which clients know the cluster.

Examples:
  skein console --url https://search.example:9200
  skein console --url https://10.0.0.7:9200 --ca config/certs/ca.crt --port 9291
`;

export function consoleCommand(): Command {
  return new Command('console')
    .description('serve the console of a remote cluster on a port of this machine')
    .option('--url <address>', 'URL of the cluster', 'http://127.0.0.1:9200')
    .option('--ca <file>', 'PEM file of the authority that signs the certificate of the cluster')
    .option('--port <port>', 'port of the console on this machine; 0: a free port', DEFAULT_PORT)
    .addHelpText('after', HELP)
    .action(({ url, ca, port }: ConsoleFlags) =>
      runService('console', async () => {
        const { ClusterFront } = await import('../console/cluster_front.js');
        const { startConsole } = await import('../console/console_server.js');
        return startConsole({ port: portOf(port), cluster: new ClusterFront(url, ca) });
      }),
    );
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new ApiError('illegal_argument_exception', `[${text}] is not a port`);
}
