/** `skein auth`: the authorization service in this process. */
import { startAuth } from '@skein/auth';
import { Command } from 'commander';
import { runService } from '../run_service.js';
import { authAddClientCommand } from './auth_add_client.js';
import { addServiceOptions, type ServiceOptions, settingsOf } from './service_options.js';

const FILE_NAMES = ['auth.yml'];

const EXAMPLES = `
Settings come from config/auth.yml, then the environment, then -E; later ones win.

Examples:
  skein auth                                        issues tokens on 127.0.0.1:9280
  skein auth -E http.port=9281 -E path.data=/var/lib/skein-auth
`;

export function authCommand(): Command {
  return addServiceOptions(new Command('auth'))
    .description('run the authorization service')
    .enablePositionalOptions()
    .addHelpText('after', EXAMPLES)
    .action((options: ServiceOptions) =>
      runService('auth', () => startAuth(settingsOf(options, FILE_NAMES))),
    )
    .addCommand(authAddClientCommand(FILE_NAMES));
}
