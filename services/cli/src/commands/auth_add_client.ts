/** `skein auth add-client NAME --scope "…"`: registers a client for the client credentials grant, beside a running service too. */
import { addClientTo } from '@skein/auth';
import { Command } from 'commander';
import { describeFailure } from '../run_service.js';
import { addServiceOptions, type ServiceOptions, settingsOf } from './service_options.js';

interface AddClientOptions extends ServiceOptions {
  readonly scope: string;
}

export function authAddClientCommand(fileNames: readonly string[]): Command {
  return addServiceOptions(new Command('add-client'))
    .argument('<name>', 'client id: letters, digits, dots, dashes, underscores')
    .requiredOption('--scope <scopes>', 'what it may ask for, such as "indices:read:logs-*"')
    .description('register a client; prints its secret, once')
    .action((name: string, options: AddClientOptions) => {
      try {
        const { scope } = options;
        const issued = addClientTo(settingsOf(options, fileNames), { id: name, scope });
        process.stdout.write(`${JSON.stringify(issued)}\n`);
      } catch (failure) {
        process.stderr.write(`skein auth add-client: ${describeFailure(failure)}\n`);
        process.exit(1);
      }
    });
}
