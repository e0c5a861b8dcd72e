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
The pages are served at http://127.0.0.1:PORT/_console/, for this machine alone; what they ask goes to the cluster. Where it asks for tokens, people sign in at its
issuer, whose registration of the console has that address (--redirect-uri, --origin). --url is the address that the cluster is known by.

Examples:
  skein console --url https://search.example:9200
  skein console --url https://10.0.0.7:9200 --ca config/certs/ca.crt --port 9291
`;

export function consoleCommand(): Command {
  return new Command('console')
    .description('serve the console of a cluster elsewhere, on a port of this machine')
    .option('--url <address>', 'of the cluster', 'http://127.0.0.1:9200')
    .option('--ca <file>', 'PEM file of the authority that vouches for it')
    .option('--port <port>', 'to serve it on; 0: one that is free', DEFAULT_PORT)
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
  throw new ApiError('illegal_argument_exception', `[${text}] is no port`);
}
