/** `skein auth`: runs the authorization service in this process. */
import { startAuth } from '@skein/auth';
import { Command } from 'commander';
import { runService } from '../run_service.js';
import { authAddClientCommand } from './auth_add_client.js';
import { authClientsCommand } from './auth_clients.js';
import { authInitCommand } from './auth_init.js';
import {
  authAuditCommand,
  authInitialTokenCommand,
  authKeysCommand,
  authTokensCommand,
} from './auth_keys.js';
import { authRolesCommand, authUsersCommand } from './auth_users.js';
import { addServiceOptions, authSettings, type ServiceOptions } from './service_options.js';

const EXAMPLES = `
Settings come from config/auth.yml, the environment and -E. A later source overrides an earlier one.

Examples:
  skein auth                                        serves on 127.0.0.1:9280
  skein auth init                                   creates the keys and the first administrator
  skein auth roles set readers --scope "indices:read:*"
  skein auth users add ada --roles readers < password.txt
  skein auth -E http.port=9281 -E path.data=/var/lib/skein-auth
`;

export function authCommand(): Command {
  return addServiceOptions(new Command('auth'))
    .description('run the authorization service')
    .enablePositionalOptions()
    .addHelpText('after', EXAMPLES)
    .action((options: ServiceOptions) =>
      runService('auth', async () => startAuth(await authSettings(options))),
    )
    .addCommand(authInitCommand())
    .addCommand(authAddClientCommand())
    .addCommand(authClientsCommand())
    .addCommand(authUsersCommand())
    .addCommand(authRolesCommand())
    .addCommand(authKeysCommand())
    .addCommand(authTokensCommand())
    .addCommand(authInitialTokenCommand())
    .addCommand(authAuditCommand());
}
