/**
 * `skein node`: runs one search node in this process. A service is loaded only when it is run, so
 * that the other one costs neither time nor memory.
 */
import { Command } from 'commander';
import { runService } from '../run_service.js';
import { addServiceOptions, type ServiceOptions, settingsWithFolder } from './service_options.js';

/** The last two names allow the folder of an existing installation, as their keys are the same. */
export const NODE_FILE_NAMES = ['skein.yml', 'elasticsearch.yml', 'opensearch.yml'];

const EXAMPLES = `
Settings come from config/skein.yml, the environment and -E. A later source overrides an earlier one.

Examples:
  skein node                                        a single node without security on 127.0.0.1:9200
  skein node -E http.port=9201 -E path.data=/var/lib/skein
  skein node -E path.data=data/b -E discovery.seed_hosts=127.0.0.1:9300 -E transport.secret_file=data/a/transport_secret
  skein node -E network.host=0.0.0.0 -E security.oauth2.issuers.main.url=https://auth.example
`;

export function nodeCommand(): Command {
  return addServiceOptions(new Command('node'))
    .description('run a search node')
    .addHelpText('after', EXAMPLES)
    .action((options: ServiceOptions) =>
      runService('node', async () => {
        const { startNode } = await import('@skein/node');
        const node = await startNode(await settingsWithFolder(options, NODE_FILE_NAMES));
        return {
          readyLine: `skein node ready on ${node.urls.join(' ')} (${node.name}, cluster ${node.clusterName}, ${node.access === 'tokens' ? 'tokens required' : 'open'})`,
          stop: () => node.stop(),
        };
      }),
    );
}
